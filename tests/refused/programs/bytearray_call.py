bytearray(3)
