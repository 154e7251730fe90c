"""Zero divided by negative integers of any size; numbers in the fields of formats."""
print(0 / -5, 0 / -92233720368547758, 0 / 5, 0 / -10**30, 0 / 10**30, False / -3, 0 // -5, 0 / -5.0)
for s in ('{18446744073709551619, 1, 3}', '{99999999999999999999}', '{9223372036854775807}', '{9223372036854775808x}',
          '{1x}', '{0[99999999999999999999]}', '{1[9x]}', '{1[٠]}', '{٠}', '{:99999999999999999999}'):
    try:
        print(s.format(1, [2]))
    except Exception as e:
        print(type(e).__name__, e)
