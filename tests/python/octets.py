"""bytes, bytearray, memoryview: methods, conversions, errors."""
b = b'Hello\x00\xff\n' b"World'"
print(b, len(b), b[0], b[-3:], b[::2])
print(b'abc' + b'def', b'ab' * 3, 3 * b'x', b'a' in b'abc', 97 in b'abc', b'abc' < b'abd', b'a' == 'a', b'a' == b'a')
print(b'a,b,,c'.split(b','), b' a  b c '.split(), b' a  b c '.rsplit(None, 1), b' a b c '.split(None, 1), b'a\nb\r\nc'.splitlines(), b'a\nb\r\nc'.splitlines(True))
print(b'hello'.upper(), b'HeLLo'.swapcase(), b'hello world'.title(), b'hello'.capitalize(), b'hello'.find(b'l'), b'hello'.rfind(108), b'hello'.count(b'l'))
print(b'  x '.strip(), b'xxaxx'.strip(b'x'), b'hello'.replace(b'l', b'L', 1), b'abc'.center(9, b'*'), b'42'.zfill(5), b'-'.join([b'a', bytearray(b'b')]))
print(b'abc'.hex(), b'abcdef'.hex('-', 2), bytes.fromhex('de ad BE ef'), b'abc'.decode(), 'h\xe9llo\u20ac'.encode(), 'h\xe9'.encode('latin-1'))
for f in (lambda: b'\xff\xfe'.decode(), lambda: 'h\xe9llo'.encode('ascii'), lambda: b'\xe2\x82'.decode(), lambda: b'abc'[10], lambda i='x': b'abc'[i], lambda: b'a' + 'b', lambda: b'abc'.find('a'), lambda: b'a'.split('b'), lambda: bytes(-1), lambda: bytes('a'), lambda: bytes([256]), lambda: 'a'.encode('foo'), lambda: b'a'.index(b'z'), lambda: bytearray(b'a').remove(5), lambda: (300).to_bytes(1, 'big'), lambda: (-1).to_bytes(1, 'big'), lambda: b'%s' % 'a', lambda: b'a'.startswith('a'), lambda: b'abc'.join(['a']), lambda: b'a' * b'b', lambda: float.fromhex('zz'), lambda: bytes.fromhex('abc'), lambda: 'a' + b'b', lambda: b'\xf0\x28\x8c\xbc'.decode(), lambda: b'\xed\xa0\x80'.decode()):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
a = bytearray(b'hello')
a[0] = 72; a.append(33); a += b'??'; a.extend([1, 2]); a.insert(0, 255); print(a, len(a), a.pop(), a[1:3], list(a)[:3])
a[2:4] = b'XYZ'; del a[0]; del a[::2]; print(a); a.reverse(); print(a, bytes(a), a == bytes(a), a.decode('latin-1'))
m = memoryview(b'abcdef'); print(m[1], bytes(m[1:4]), m[::2].tobytes(), len(m), m.tolist(), m.readonly, m.nbytes, m.format, m.shape)
mm = memoryview(a); mm[0] = 65; print(a); mm[1:3] = b'zz'; print(a)
print((1024).to_bytes(2, 'big'), (1024).to_bytes(4, 'little'), int.from_bytes(b'\x04\x00', 'big'), int.from_bytes(b'\xff\xff', 'big', signed=True), (-2).to_bytes(2, 'big', signed=True), (10**20).to_bytes(9, 'little'))
print(b'%d-%s-%b %x' % (5, b'ab', b'cd', 255), b'%05d' % 42, b'%r' % b'a')
print(float.fromhex('0x1.8p+0'), float.fromhex('-0x10'), float.fromhex('1.8'), float.fromhex('inf'), float.fromhex(' 0x.8p1 '))
print(isinstance(b'', bytes), type(b''), bytes, bytearray, hash(b'a') == hash(b'a'), {b'k': 1}[b'k'], sorted([b'b', b'a']), bool(b''), bytes(3), bytes([1, 2]), bytes('é', 'utf-8'), str(b'abc', 'utf-8'), str(b'abc'), repr(b'a"\''))
print(b'abc'.translate(bytes.maketrans(b'ab', b'xy')), b'abc'.translate(None, b'b'), list(b'abc'), [x for x in bytearray(b'ab')], b'abc'.partition(b'b'), b'a.b.c'.rpartition(b'.'), b'a\tb'.expandtabs(4), b'abc'.startswith((b'x', b'a')), b'abc'.endswith(b'c'), b'abc'.removeprefix(b'a'), b'ABC'.isupper(), b'12'.isdigit(), int(b'12'), float(b'1.5'), int(b'ff', 16))
print(max(b'abc'), min(b'abc'), sum(b'abc'), list(reversed(b'abc')), list(enumerate(b'ab')), tuple(zip(b'ab', b'cd')), rb'\n', Rb"\x", b'\101\n')
x, *y = b'abc'; print(x, y)
print(f'{b"abc"!r:>10}', '%s' % b'a', 'abc'.encode('utf-16'), 'ab'.encode('utf-16-be'), b'\xff\xfea\x00'.decode('utf-16'), 'é'.encode('ascii', 'ignore'), 'é'.encode('ascii', 'replace'), 'é€'.encode('ascii', 'backslashreplace'), 'é'.encode('ascii', 'xmlcharrefreplace'), b'a\xffb'.decode('utf-8', 'replace'), b'a\xffb'.decode('utf-8', errors='ignore'), b'a\xff'.decode('ascii', 'backslashreplace'))
match b'ab':
    case b'ab': print('matched')
