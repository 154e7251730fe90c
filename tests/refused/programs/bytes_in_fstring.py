print(f"{b'x'}")
