import json
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except Exception as e: print(type(e).__name__, e)
for v in [None, True, 1, -2.5, 1e300, "a\"b\\\n\té😀\x01\x7f", [], {}, [1, [2, "x"]], {"a": 1, "b": [True, None]}, (1, 2), {1: 2, 2.5: 3, None: 4, True: 5}, float("nan"), float("inf"), 10**30]:
    t(json.dumps, v); t(json.dumps, v, indent=2); t(json.dumps, v, separators=(",", ":"), ensure_ascii=False)
t(json.dumps, {"b": 1, "a": 2}, sort_keys=True, indent="\t"); t(json.dumps, {1, 2}); t(json.dumps, {(1, 2): 3}); t(json.dumps, {(1, 2): 3}, skipkeys=True); t(json.dumps, 1j, default=str); t(json.dumps, float("nan"), allow_nan=False)
a = []; a.append(a); t(json.dumps, a)
for s in ["1", " [1, 2.5e3, -0, \"x\\u00e9\\ud83d\\ude00\\n\"] ", '{"a": {"b": [null, true, false]}}', "", "[", "[1,]", '{"a" 1}', '{a: 1}', '"abc', "nul", "1 2", "[1 2]", '"\\q"', '"\\u12"', "NaN", "-Infinity", "01", "-", "1.", '{"a": 1,}', '"\n"', "[1,\n 2,\n x]"]:
    t(json.loads, s)
t(json.loads, '{"a": 1.5}', parse_float=str, object_pairs_hook=list); t(json.loads, 3)
class E(json.JSONEncoder):
    def default(self, o):
        return "obj" if isinstance(o, complex) else super().default(o)
t(json.dumps, [1j, 2], cls=E); t(json.dumps, object, cls=E)
try: json.loads("[")
except json.JSONDecodeError as e: print(e.pos, e.lineno, e.colno, e.msg, isinstance(e, ValueError))
import io
f = io.StringIO(); json.dump({"x": [1]}, f); f.seek(0); print(json.load(f))
