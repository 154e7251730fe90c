if x = 3:
    pass
