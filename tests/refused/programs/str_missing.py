'a'.foo()
