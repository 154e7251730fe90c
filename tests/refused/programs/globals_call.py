globals()
