# What str and repr of exceptions give, also by overridden methods and where one holds itself.
class M(Exception):
    def __str__(self): return "m" + super().__str__()
class R(Exception):
    __str__ = Exception.__repr__
for e in [ValueError(), ValueError(1), ValueError(1, 'a'), KeyError('k'), KeyError(), M('x'), R('y'), ValueError([KeyError('z')])]:
    print(str(e), repr(e), f'{e}', '%s %r' % (e, e))
    try: raise e
    except Exception as g: print(g, g is e)
e = ValueError('a')
e.args = (e,)
try: print(str(e))
except RecursionError: print('deep')
try: print(repr(e))
except RecursionError: print('deep')
print(IOError is OSError, EnvironmentError is OSError)
