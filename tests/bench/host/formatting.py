"""Numbers and texts formatted in every way that the language has."""


def main(n):
    total = 0
    for i in range(n):
        x = i * 0.37
        total += len(f'{i:>8d}|{x:10.3f}|{i:x}|{x!r}')
        total += len('%5d %-8s %.2e' % (i, 'ab', x))
        total += len('{:>6} {:,} {name}'.format(i, i * 1000, name='x'))
        total += len(str(x)) + len(repr(i)) + len(str(i))
    print(total)
    rows = []
    for i in range(n // 4):
        rows.append(f'{i:04d}: {i % 7} {i / 3:.4f}')
    text = '\n'.join(rows)
    print(len(text), text.count('\n'), rows[1234])
    print(sum(int(r[:4]) + float(r.split()[2]) for r in rows))


main(30000)
