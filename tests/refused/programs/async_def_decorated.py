def d(f):
    return f
@d
async def f():
    pass
