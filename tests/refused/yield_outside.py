yield 3
