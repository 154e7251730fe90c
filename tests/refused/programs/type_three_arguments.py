X = type('X', (), {})
print(X)
