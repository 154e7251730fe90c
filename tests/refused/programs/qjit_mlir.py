from catalyst import qjit
@qjit
def f(x):
    return x
f(1)
print(f.mlir)
