with open('a', 'w') as f:
    print(1, file=f)
