print(isinstance(3, bytes))
