import re
def t(f, *a, **k):
    try: r = f(*a, **k)
    except re.error as e: r = ("error", str(e), e.pos)
    except Exception as e: r = (type(e).__name__, str(e))
    if isinstance(r, re.Match): r = (r, r.groups(), r.groupdict(), r.span(), r.lastindex, r.lastgroup, r.regs)
    print(r)
pats = [r"a", r"(a)(b)?", r"(?P<x>\d+)-(?P<y>\w*)", r"^\s*$", r"(?i)AbC", r"[^a-z]+", r"\bfoo\b", r"(a|b)*c", r"x{2,3}", r"x{,2}", r"a{", r"a.c", r"(?s)a.c", r"(?m)^b", r"a$", r"a\Z", r"(?<=a)b", r"(?<!a)b", r"a(?=b)", r"a(?!b)", r"(\w)\1", r"(?P<q>['\"]).*?(?P=q)", r"(a)?b(?(1)c|d)", r"[]a]", r"[a\]-]", r"[\w.]+@[\w.]+", r"\x41\u00e9\t", r"(?x) a b # comment", r"(?:ab)+", r"a++b", r"(?>a+)b", r"a*?b", r"[[:alpha:]]", r"\d+(?:\.\d+)?", r"é+", r"\w+", r"\W", r"()", r"(a*)*", r"((a)|b)+", r"(?i:a)b", r"(?-i:a)b", r"[\b]", r"\0", r"\101", r"$", r"(?m)$", r"[\s\S]", r"[^\W\d_]+", r"\S+\s", "a|", "|a"]
texts = ["", "a", "ab", "abc", "aab b", "12-xy", "foo bar foo", "ABC", "xxxx", "a\nc", "a\nb\n", "'q' \"r\"", "bd", "abcabc", "me@x.org", "Aé\t", "éé über naïve", "3.14 2", "[:a", "  ", "bar\n", "a{", "abbc]-"]
for p in pats:
    for s in texts:
        try:
            c = re.compile(p)
        except re.error as e:
            print(p, "error", e); break
        m = c.search(s)
        print(repr(p), repr(s), m and (m.span(), m.groups(), m.lastindex), (lambda x: x and x.span())(c.match(s)), (lambda x: x and x.span())(c.fullmatch(s)), c.findall(s), c.split(s), c.sub("<>", s))
bad = ["(", ")", "[", "a**", "*", "(?P<1>a)", "(?P<a>x)(?P<a>y)", r"\q", r"(?<=a*)b", r"\2", "(?P=z)", "a{3,2}", "[z-a]", "(?", "(?z)", "x(?i)", "\\", "(?P<a", "(?(2)a)", r"[\d-z]", "(?#", "a{1}{2}", "^*", r"\x1", "(?P>a)", "(?<a>b)", "a\n(", "(?i-i:a)", "(?:"]
for p in bad: t(re.compile, p)
t(re.sub, r"(\w+) (\w+)", r"\2 \1", "hello world"); t(re.sub, r"(?P<a>x)", r"[\g<a>\g<1>\g<0>]", "xyx"); t(re.sub, "x", r"\n\\", "axb"); t(re.sub, "x", r"\q", "x"); t(re.sub, "x", r"\1", "x"); t(re.sub, "x", r"\g<z>", "x")
t(re.sub, r"\d", lambda m: str(int(m.group())*2), "a1b2c3", count=2); t(re.subn, "a", "b", "aaa"); t(re.sub, "", "-", "abc"); t(re.sub, "x*", "-", "abxd"); t(re.split, r"(,)|;", "a,b;c"); t(re.split, r"\s+", " a b ", maxsplit=1); t(re.split, "", "ab"); t(re.split, r"\b", "a b")
print([m.span() for m in re.finditer(r"a|", "banana")], re.escape("a.b*c d-e_é"), re.compile("a", re.I | re.M), re.I, re.I | re.S, repr(re.compile("x")))
p = re.compile(r"(?P<n>\w+)=(?P<v>\w+)")
m = p.match("k=v;"); print(m, m["n"], m.group("n", "v"), m.start("v"), m.end(2), m.expand(r"\g<v>:\1"), p.groupindex, p.groups, p.flags, p.pattern, m.string, m.pos, m.endpos, m.re is p)
t(m.group, 5); t(m.group, "zz"); print(p.search("a=b c=d", 3), p.findall("a=b c=d", 0, 4), p.match("xa=b", 1))
tok = re.compile(r"(?P<NUM>\d+(\.\d*)?)|(?P<ID>[A-Za-z_]\w*)|(?P<OP>[-+*/=()])|(?P<WS>\s+)|(?P<BAD>.)")
print([(m.lastgroup, m.group()) for m in tok.finditer("x1 = 3.5*(y-2) $")])
print(re.findall(r"\b\w", "Straße über"), re.findall(r"(?a)\w+", "Straße"), re.search("ß", "straße", re.I), re.findall("É", "éÉ", re.I), bool(re.match("a", "b")), re.fullmatch("a|ab", "ab"))
t(re.search, "a", 3); t(re.compile, 3); print(re.compile("a") == re.compile("a"), re.I == 2, int(re.X))
