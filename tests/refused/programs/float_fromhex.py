float.fromhex('1')
