import base64, struct, hashlib, calendar
for s in (b"", b"a", b"ab", b"abc", b"hello world", bytes(range(256))):
    e = base64.b64encode(s)
    print(e, base64.b64decode(e) == s, base64.urlsafe_b64encode(s)[:20], base64.b32encode(s)[:24], base64.b32decode(base64.b32encode(s)) == s, base64.b16encode(s)[:10], base64.b16decode(base64.b16encode(s)) == s)
for bad in ("abc", "a", "ab=", "abcde==="):
    try: print(base64.b64decode(bad))
    except Exception as e: print(type(e).__name__, e)
for f, v in (("<i", (5,)), (">hhl", (1, -2, 3)), ("bhi", (1, 2, 3)), ("<3s2xB", (b"ab", 255)), ("!d", (3.14,)), ("<f", (0.1,)), ("<e", (1.5,)), ("?c", (True, b"x")), ("qQ", (-1, 2**64-1)), ("<5sI", (b"hello!", 7)), ("<fd", (1e-45, 5e-324)), ("<f", (float("inf"),)), (">f", (-0.0,)), ("4i", (1,2,3,4)), ("<10p", (b"abc",))):
    p = struct.pack(f, *v); print(f, p, struct.unpack(f, p), struct.calcsize(f))
for f, v in (("<b", (200,)), ("<H", (-1,)), ("<i", (2**40,)), ("<i", ("x",)), ("<ii", (1,)), ("<f", (1e40,)), ("<z", (1,))):
    try: print(struct.pack(f, *v))
    except Exception as e: print(type(e).__name__, e)
try: struct.unpack("<i", b"abc")
except struct.error as e: print(e)
s = struct.Struct("<IH"); print(s.size, s.pack(1, 2), list(s.iter_unpack(s.pack(1, 2) * 2)), s.unpack_from(b"xx" + s.pack(3, 4), 2))
for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
    print(name, hashlib.new(name, b"hello").hexdigest(), getattr(hashlib, name)(b"x" * 200).hexdigest()[:20], getattr(hashlib, name)().digest_size)
h = hashlib.sha256(); h.update(b"a"); h.update(b"b"); print(h.hexdigest() == hashlib.sha256(b"ab").hexdigest(), h.name, h.block_size)
try: hashlib.md5("x")
except TypeError as e: print(e)
print(calendar.isleap(2000), calendar.monthrange(2024, 2), calendar.weekday(2024, 2, 29), calendar.month(2024, 2), calendar.monthcalendar(2023, 10), calendar.leapdays(2000, 2024), calendar.timegm((2024, 1, 2, 3, 4, 5)))
