open('x')
