v = memoryview(bytearray(8)).cast("d")
v[0] = 1.5
