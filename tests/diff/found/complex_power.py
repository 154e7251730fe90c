"""Powers of complex numbers that overflow, vanish or have no value; iterators of strings."""
def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
inf = float('inf')
for a in [complex(1e308), complex(inf), complex(0, 1e200), complex(1e-200), complex(inf, inf), complex(float('nan')), 1e200+1j]:
    for b in [2, 3, 2.5, -1, -2, 1j, 1+1j, 200, complex(inf), 0, 0.5, -2.5]:
        print(a, b)
        show(lambda: a ** b)
print(type(iter('a')).__name__, type(iter('é')).__name__, type(iter('')).__name__)
