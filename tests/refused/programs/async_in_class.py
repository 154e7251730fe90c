class A:
    async def f(self):
        pass
