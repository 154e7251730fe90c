import calendar
import datetime
import html
import random
import secrets
import urllib.parse
import uuid
from urllib.parse import parse_qs, parse_qsl, quote, quote_plus, unquote, unquote_plus, urldefrag, urlencode, urljoin, urlparse, urlsplit


def tried(f, *args, **keywords):
    try:
        print(repr(f(*args, **keywords)))
    except Exception as e:
        print(type(e).__name__, e)


for url in ("http://user:pw@Example.COM:8080/a/b;p=1?q=1&r=2#frag", "https://example.com", "mailto:a@b.c", "//host/path", "/a/b?x#y", "", "a;b;c",
            "http://[::1]:80/x", "http://[::1/", "http://h:99999/", "http://h:x/", "HTTP://H", "  http://a\n/b", "tel:+1;ext=2", "1a:b", "file:///etc/x",
            "http://a?b#c?d", "x:y:z", "ftp://u@h/;type=a", "http://h:/", "http://a/b;c/d;e", "http://@h", "?q", "#f"):
    print(url.strip().encode())
    tried(urlparse, url)
    tried(urlsplit, url)
    try:
        u = urlparse(url)
        print(u.username, u.password, u.hostname, u.geturl(), urlsplit(url).geturl(), urldefrag(url))
        print(u.port)
    except ValueError as e:
        print(e)
base = "http://a/b/c/d;p?q"
for url in ("g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "", ".", "./", "..", "../", "../g", "../..", "../../g",
            "../../../g", "/./g", "/../g", "g.", ".g", "..g", "./../g", "./g/.", "g/./h", "g/../h", "g;x=1/./y", "http:g", "http://z", "mailto:x", "//"):
    print(url, urljoin(base, url), urljoin("http://a/b/", url), urljoin("/x/y", url), urljoin("", url))
print(urljoin(base, "#f", allow_fragments=False), urlsplit("http://a#b", allow_fragments=False), urlparse("b", "http"))
for text in ("a b/c?d&é~_.-%", "", "/x y", b"\xff a", "日本", "100%", "a+b"):
    tried(quote, text)
    tried(quote_plus, text)
    tried(quote, text, safe="")
for text in ("a%20b%2Fc", "%", "%2", "%zz%41", "%E6%97%A5", "%ff", "é%20x", "a+b%2B", "%e9"):
    print([unquote(text), unquote_plus(text), unquote(text, "latin-1"), urllib.parse.unquote_to_bytes(text)])
tried(quote, 3)
tried(quote, b"a", encoding="utf-8")
for q in ("a=1&b=2&a=3", "a=&b", "a=1;b=2", "a=%20x+y", "", "&&a=1", "a=b=c"):
    print(parse_qs(q), parse_qs(q, keep_blank_values=True), parse_qsl(q, separator=";"))
    tried(parse_qsl, q, strict_parsing=True)
tried(parse_qsl, "a=1&b=2", max_num_fields=1)
print(urlencode({"a": 1, "b c": "é&", "d": [1, 2]}), urlencode({"d": [1, "x y"], "e": "fg"}, doseq=True), urlencode([("a", b"\xff"), ("a", None)]))
print(urlencode({"a b": "c/d"}, quote_via=quote), urlencode({"a b": "c/d"}, safe="/"), urlencode([]), urllib.parse.urlunparse(("http", "h", "p", "", "q", "f")))
tried(urlencode, "abc")

for t in ('<a href="x">\'&\'</a>', "plain", ""):
    print(html.escape(t), html.escape(t, quote=False))
for t in ("&lt;b&gt; &amp;amp; &quot;&apos;&#39;&#x27;", "&eacute;&nbsp;&copy &copyx &notx &amp", "&#128; &#0; &#xD800; &#1; &#13; &#x110000; &#64976; &#xzz; &#;",
          "a & b &; &foo &foo bar", "&hellip;&mdash;&euro;", "&ltx", "&#65&#66;", "&AMP;&LT", "x&", "&yuml;&frac12;"):
    print(ascii(html.unescape(t)))

u = uuid.UUID("{12345678-1234-5678-1234-567812345678}")
print(u, repr(u), u.hex, u.int, u.bytes, u.bytes_le, u.fields, u.urn, u.variant, u.version, u.time, u.clock_seq, u.node, hash(u) == hash(u.int))
print(uuid.UUID(bytes=u.bytes) == u, uuid.UUID(bytes_le=u.bytes_le) == u, uuid.UUID(fields=u.fields) == u, uuid.UUID(int=u.int) == u, uuid.UUID(u.urn) == u)
print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_URL, "python.org"), uuid.uuid5(uuid.NAMESPACE_OID, "é").version)
for kw in ({}, {"hex": "12"}, {"int": -1}, {"int": 1 << 128}, {"bytes": b"1"}, {"bytes_le": b"1"}, {"fields": (1, 2)}, {"fields": (1 << 32, 0, 0, 0, 0, 0)},
           {"fields": (0, 0, 0, 256, 0, 0)}, {"int": 0, "version": 9}, {"int": 5, "version": 4}, {"hex": "1", "int": 2}):
    tried(uuid.UUID, **kw)
v = uuid.uuid4()
print(v.version, v.variant, v != uuid.uuid4(), len(str(v)), u < uuid.UUID(int=u.int + 1), uuid.UUID(int=7), {u: 1}[u])
try:
    u.int = 3
except TypeError as e:
    print(e)

print(len(secrets.token_hex()), len(secrets.token_hex(4)), len(secrets.token_bytes(5)), len(secrets.token_urlsafe(16)), secrets.choice("a"))
print(all(0 <= secrets.randbelow(3) < 3 for _ in range(50)), 0 <= secrets.randbits(70) < 1 << 70, secrets.token_hex(8) != secrets.token_hex(8))
print(secrets.compare_digest("a", "a"), secrets.compare_digest(b"a", b"b"), {secrets.randbelow(2) for _ in range(99)})
tried(secrets.randbelow, 0)
tried(secrets.compare_digest, "é", "é")
s = random.SystemRandom()
print(0 <= s.random() < 1, sorted(s.sample(range(5), 5)), s.randint(3, 3), type(s.gauss(0, 1)).__name__)
tried(s.getstate)
random.seed(5)
print(random.randbytes(5), random.randbytes(0), random.randbytes(9), random.random())

c = calendar.Calendar(firstweekday=6)
print(list(c.itermonthdates(2015, 3))[:8], list(c.itermonthdays3(2024, 1))[:7], list(c.itermonthdays4(2023, 12))[-3:])
print([len(w) for w in calendar.Calendar().monthdatescalendar(2024, 2)], calendar.Calendar().monthdatescalendar(2021, 2)[0][0])
print([len(r) for r in c.yeardatescalendar(2020)], c.yeardayscalendar(2020, 4)[0][1][0], c.yeardays2calendar(2020)[3][2][-1], c.getfirstweekday())
print([d for d in calendar.Calendar().itermonthdates(2013, 5) if d.month == 5 and d.weekday() == 0], list(calendar.Calendar(2).itermonthdays(2020, 2)))
c.setfirstweekday(0)
print(c.firstweekday, list(c.itermonthdays3(1, 1))[:2], datetime.date(2015, 3, 30) in c.itermonthdates(2015, 3))
