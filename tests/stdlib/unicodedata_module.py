import unicodedata
from unicodedata import category, combining, normalize


def tried(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


texts = ["é", "e\u0301", "ﬁn", "Å", "Ω", "가", "x²", "①", "½", "ǆ", "ﷺ", "", "plain"]
for t in texts:
    forms = [normalize(f, t) for f in ("NFC", "NFD", "NFKC", "NFKD")]
    print(ascii(t), [ascii(x) for x in forms], [unicodedata.is_normalized(f, t) for f in ("NFC", "NFD", "NFKC", "NFKD")])
for c in "aA1_ \n-(+$©\u0301\u0327٣²½ⅷ①⑽⒈漢א\u200b\u2028\ue000\u0378ß":
    print(ascii(c), category(c), combining(c), unicodedata.bidirectional(c), unicodedata.mirrored(c))
for c in "7٣²₅①⑩⒈⑴½⅟↉⑳a-":
    print(ascii(c), unicodedata.decimal(c, None), unicodedata.digit(c, -1), unicodedata.numeric(c, "none"))
for f in ("category", "combining", "bidirectional", "mirrored", "decimal", "digit", "numeric"):
    g = getattr(unicodedata, f)
    print(f, [tried(g, *a) for a in (("ab",), (3,), ("x",), ())[:3]])
print(tried(unicodedata.decimal, "x", 5), tried(normalize, "XX", "a"), tried(normalize, "NFC", 3), tried(normalize, 1, "a"))
print("".join(c for c in normalize("NFD", "São Tomé, Žižek, Ångström") if not combining(c)))
print(sorted({category(chr(i)) for i in range(0x3000)}), len(unicodedata.unidata_version.split(".")))
