async for x in []:
    pass
