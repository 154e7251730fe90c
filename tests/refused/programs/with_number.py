with 3:
    pass
