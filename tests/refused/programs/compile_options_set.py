from catalyst import qjit
@qjit
def f(x):
    return x
f.compile_options.static_argnums = (0,)
