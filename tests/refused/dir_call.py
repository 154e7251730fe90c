dir()
