"""What a function under qjit says of itself, its options, and where catalyst keeps its names."""
from catalyst import qjit, CompileError
for a in (100, -1, (0, 5)):
    @qjit(static_argnums=a)
    def f(x, y=2):
        return x
    try:
        print(f(5))
    except CompileError as e:
        print(type(e).__name__, e)
@qjit(static_argnums=1)
def g(x, y=3):
    return x + y
try: print(g(1))
except CompileError as e: print(e)
try: print(g(1, y=4))
except Exception as e: print(type(e), e)
print(g(1, 5))
print(g.original_function is g.user_function, g.jaxpr)
print(g.compile_options.static_argnums, g.compile_options.autograph)
import catalyst
print(g.compile_options, g.compile_options is g.compile_options)
from catalyst import CompileOptions, QJIT, DifferentiableCompileError
from catalyst.utils.exceptions import CompileError as C2
print(C2 is CompileError, isinstance(g, QJIT), issubclass(DifferentiableCompileError, CompileError))
import catalyst.utils.exceptions
print(catalyst.utils.exceptions.AutoGraphError)
from catalyst.autograph import run_autograph, disable_autograph
from catalyst.jit import qjit as q2
print(q2 is qjit)
from catalyst.api_extensions.control_flow import for_loop
from catalyst.compiler import CompileOptions as c3
print(c3 is CompileOptions, catalyst.CompileOptions is c3)
@qjit(autograph=True, keep_intermediate=False, static_argnums=(1,))
def h(x, n):
    for i in range(x): n = n + i
    return n
print(h.original_function is h.user_function, h.user_function.__name__)
print(h(3, 4), h.compile_options.static_argnums, h.compile_options.autograph)
print(catalyst.jit.QJIT)
