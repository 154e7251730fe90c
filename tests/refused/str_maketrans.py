str.maketrans('a', 'b')
