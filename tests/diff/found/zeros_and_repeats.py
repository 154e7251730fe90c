"""Signs of zeros in complex numbers and formats."""
z = complex(-0.0, -0.0)
print(complex(z), complex(-0j), z ** 1, z ** 2, z ** 0, complex(z, 0))
for v in (-0.0, -0.4, -1e-30, -1.0):
    print(format(v, 'z30.17e'), format(v, 'z.0f'), format(v, 'z.2E'), format(v, 'zg'), format(v, 'z%'), format(v, '.1e'))
x = 57.12
for spec in ('#.2', '#.1', '#.3', '.2', '#.0', '#', '#.5', '=+#1,.2'):
    print(format(x, spec), format(5.0, spec), format(0.0, spec), format(99.96, spec), format(1e-7, spec))
try:
    print('%c' % 23473408444060080316)
except OverflowError as e:
    print(e)
print(type(iter({1})).__name__)
for spec in ('#.2g', '#G', '#.1g', '#.3G', '#n', '#.0g'):
    print([format(v, spec) for v in (57.12, 99.96, 0.0, 999999.5, 1e-5, 1e300, 1.0)])
