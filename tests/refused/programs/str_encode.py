'a'.encode()
