print(sum(i async for i in [1]))
