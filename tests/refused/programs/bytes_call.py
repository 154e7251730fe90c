bytes(3)
