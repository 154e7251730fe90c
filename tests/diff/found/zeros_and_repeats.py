"""Signs of zeros in complex numbers and formats."""
z = complex(-0.0, -0.0)
print(complex(z), complex(-0j), z ** 1, z ** 2, z ** 0, complex(z, 0))
for v in (-0.0, -0.4, -1e-30, -1.0):
    print(format(v, 'z30.17e'), format(v, 'z.0f'), format(v, 'z.2E'), format(v, 'zg'), format(v, 'z%'), format(v, '.1e'))
