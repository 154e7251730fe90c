(3).to_bytes(2)
