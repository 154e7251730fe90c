locals()
