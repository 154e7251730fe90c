from catalyst import qjit
@qjit
def f(x: int):
    return x
f.workspace
