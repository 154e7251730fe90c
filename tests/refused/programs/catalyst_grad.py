import catalyst
catalyst.grad(lambda x: x)
