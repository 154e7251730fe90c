"""A primitive of the program outside of a trace."""
from jax import core

multiply_add_p = core.Primitive("multiply_add")
try:
    multiply_add_p.bind(1.0, 2.0, 3.0)
except NotImplementedError as e:
    print(e)


@multiply_add_p.def_impl
def impl(x, y, z):
    return x * y + z


multiply_add_p.def_abstract_eval(lambda x, y, z: core.ShapedArray(x.shape, x.dtype))
print(multiply_add_p, multiply_add_p.name, multiply_add_p.multiple_results, multiply_add_p.bind(2.0, 3.0, 4.0))
