b = b"hello \xc3\xa9\x00'q'"
print(b, len(b), b[0], b[-1], b[2:5], b[::-1], list(b[:4]))
print("é".encode(), b"\xc3\xa9".decode(), "é".encode("latin-1"), b"abc" + b"def", b"ab" * 3, 3 * b"x")
print(b"a,b,c".split(b","), b"a b  c\n".split(), b" x ".strip(), b"abc".upper(), b"Hello World".swapcase(), b"hello world".title())
print(b"abc" < b"abd", b"abc" == bytearray(b"abc"), b"abc" != b"abc", b"abc" in b"xabcx", 97 in b"abc", hash(b"a") == hash(b"a"))
print(bytes(5), bytes([1, 2, 255]), bytes("hé", "utf-8"), bytes(range(4)), bytearray(3))
ba = bytearray(b"hello")
ba[0] = 72; ba.append(33); ba.extend(b"??"); ba += b"x"; del ba[1]
print(ba, ba[0], ba[1:3], len(ba), ba.pop(), ba)
ba[1:3] = b"ZZZZ"; print(ba, ba.decode(), ba.hex(), ba.find(b"Z"), bytes(ba))
print(b"\x01\xff".hex(), bytes.fromhex("01 ff"), b"\x01\x02\x03\x04\x05".hex(":"), b"\x01\x02\x03\x04\x05".hex("-", 2))
print((1024).to_bytes(2, "big"), (1024).to_bytes(10, byteorder="big"), (-1024).to_bytes(10, byteorder="big", signed=True), int.from_bytes(b"\x00\x10", "big"), int.from_bytes(b"\xfc\x00", byteorder="big", signed=True), int.from_bytes([255, 0, 0], "little"))
for f in (lambda: b"a" + "b", lambda: b"abc".find("b"), lambda: bytes("x"), lambda: bytes([256]), lambda: b"\xff".decode(), lambda: "é".encode("ascii"), lambda: b"abc"[5], lambda: (300).to_bytes(1, "big"), lambda: b",".join(["a"]), lambda: b"abc".index(b"z"), lambda: bytearray(b"x").append(300), lambda: b"x".startswith("x"), lambda: b"x" < "x", lambda: (-1).to_bytes(1,"big"), lambda: "a" + b"b", lambda:b"abc".split("b"), lambda: bytes.fromhex("0g")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(b"%d-%s" % (3, b"x"), b"a-b".partition(b"-"), b"l1\nl2\r\nl3".splitlines(), b"x".join([b"1", b"2"]), b"abc".replace(b"b", b"XX"))
print(float.fromhex("0x1p-2"), float.fromhex(" -0x1.8p3 "), float.fromhex("1.8"), float.fromhex("inf"), str(b"abc", "utf-8"), str(b"x"), int(b"12"), float(b"1.5"))
print(rb"\n\x", b"""tri
ple""", b"a" b"b", B"q", br'\d', b"\101\x41\u0041")
print(isinstance(b"", bytes), type(b""), type(bytearray()), {b"a": 1}[b"a"], sorted([b"b", b"a"]), b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".isalpha(), b"ab1".isalnum(), b"\xe9".isalpha(), b"5".isdigit(), b"7".zfill(3), b"a".center(5, b"*"))
for x in b"ab": print(x)
print(bool(b""), bool(b"x"), b"a b c".rsplit(None, 1), b"  a  b  ".split(None, 1), b"ab".startswith((b"x", b"a")), b"abcb".count(b"b"), b"abcb".count(98))
print(f"{b'x'!r} {b'y'}", repr(b"it's"), repr(b'q"'), repr(b'q"\''), max(b"abc"), sum(b"abc"), [*b"hi"], tuple(b"hi"), bytearray(b"abc").replace(b"b", b"d"), b"a\tb".expandtabs(4))
match b"x":
    case b"x": print("matched")
