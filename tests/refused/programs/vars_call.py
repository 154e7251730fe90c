vars()
