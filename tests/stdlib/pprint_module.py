from pprint import pprint, pformat, pp
import pprint as P
pprint([1,2,3]); pprint({"b":1,"a":[1,2]})
pprint(list(range(60))); pprint({i: "x"*i for i in range(12)}); pprint([["abc"*10]*3]*3)
pprint({"key": {"nested": list(range(40)), "other": tuple("abcdefgh"*3)}, "z": ("a",)}, width=40)
pprint("word " * 40); pprint(["word " * 30, 1]); pprint({"k": "long text " * 12})
pp({"b":1,"a":2}); print(pformat([1,[2,[3,[4]]]], depth=2)); pprint(list(range(60)), compact=True)
pprint({1,5,3}); pprint([[1.5]*30], indent=4, width=60); pprint(()); pprint([]); pprint({})
a=[1]; pprint(dict(a=a,b=a), width=5); pprint("a\nb\n"*30)
