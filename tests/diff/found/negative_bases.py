"""Powers of negative bases with broken exponents: complex, too large, or zero; complex moduli."""
for a in (-4.1267419605166555, -2.0, -1.5, -0.25, -1e-300, -1e300, -7, -2**70, -1.0):
    for b in (501222.5406465803, -501222.5, 0.5, -0.5, 1.5, 2.25, -3.75, 1e-9, 1 / 3, 1e300 + 0.5, 123456789.125, 1e-320):
        try:
            print(a, b, a ** b, pow(a, b))
        except Exception as e:
            print(a, b, type(e).__name__, e)
for args in ((True, 1, 1j), (2, 3, 1j), (2.0, 3, 1j), (2, 3.0, 1j), (1j, 2, 3), (2, 1j, 3), (2.0, 1j, 3), (1j, 2.0, 1j), (2, 3, 1.5)):
    try:
        print(args, pow(*args))
    except Exception as e:
        print(args, type(e).__name__)
