"""str, repr and formats of tracers without their numbers."""
from catalyst import qjit

@qjit
def f(x: int):
    print(str(x)[:7], repr(x)[:7], f"{x}"[:7], "%s" % str(x)[:7])
    for spec in ("d", ".2f", ">10"):
        try:
            print(len(format(x, spec)) > 0)
        except Exception as e:
            print(spec, type(e).__name__)
    return x

f(3)
