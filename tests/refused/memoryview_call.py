memoryview(3)
