t = str.maketrans('abc', 'xyz')
print(t, 'aabbcc d'.translate(t), 'hello'.translate(str.maketrans({'h': 'J', 'l': None, 101: 'E'})), 'héllo'.translate(str.maketrans('é', 'e', 'l')), ''.maketrans('a', 'b'))
for args in [('ab', 'c'), ('a',), ({'ab': 1},), ('a', 3)]:
    try: str.maketrans(*args)
    except (ValueError, TypeError) as e: print(type(e).__name__)
try: raise ValueError('v')
except ValueError as e:
    e.add_note('one'); e.add_note('two'); print(e.__notes__)
