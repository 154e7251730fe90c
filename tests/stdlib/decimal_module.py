from decimal import Decimal as D, getcontext, localcontext, Context, ROUND_HALF_UP, ROUND_DOWN, ROUND_CEILING, InvalidOperation, DivisionByZero
import decimal, math
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except Exception as e: print(type(e).__name__, e)
vals = ["0","1","-1","1.10","3.14159","-2.50","1E+3","1e-10","123456789012345678901234567890","0.00","-0","Infinity","NaN","7","0.1","99.995","1E-7","12.30E+5"]
for a in vals:
    x = D(a)
    print(x, repr(x), x.as_tuple(), bool(x)); t(lambda: -x); t(lambda: abs(x)); t(lambda: int(x)); t(lambda: float(x)); t(lambda: round(x, 1)); t(lambda: round(x)); t(x.sqrt); t(x.normalize); t(x.to_integral_value); t(lambda: x.quantize(D("0.01"))); t(lambda: x ** 2 if x.is_finite() else 0); t(lambda: x ** -1 if x.is_finite() else 0); t(x.adjusted); t(lambda: f"{x:.2f}" if x.is_finite() else ""); t(x.to_eng_string)
    for b in vals:
        y = D(b)
        for op in ("+","-","*","/","//","%","<","==","<="):
            try: print(a, op, b, eval("x"+op+"y") if False else {"+":lambda:x+y,"-":lambda:x-y,"*":lambda:x*y,"/":lambda:x/y,"//":lambda:x//y,"%":lambda:x%y,"<":lambda:x<y,"==":lambda:x==y,"<=":lambda:x<=y}[op]())
            except Exception as e: print(a, op, b, type(e).__name__, e)
print(D(0.1), D(3) + 1, 2 - D("0.5"), D("1.5") == 1.5, D("0.5") == 0.5, D(1) / 3, hash(D("0.5")) == hash(0.5), {D(1): 1}[1], sum([D("0.1")] * 3), max(D(1), D(2)), sorted([D(3), D("1.5")]))
t(D, "abc"); t(D, [1]);
with localcontext() as c:
    c.prec = 5
    print(D(1) / 7, D(2).sqrt(), +D("1.234567"))
getcontext().prec = 50; print(D(2).sqrt(), D(1) / D(7)); getcontext().prec = 28
print(D("2.675").quantize(D("0.01"), rounding=ROUND_HALF_UP), D("2.679").quantize(D("0.01"), ROUND_DOWN), D("-1.1").to_integral_value(ROUND_CEILING), math.floor(D("-1.5")), math.ceil(D("1.2")), math.sqrt(D(2)))
print(D(3).sqrt(Context(prec=105)), D("1234567.891"), f"{D('1234567.891'):,.2f}|{D('3.14159'):>10.3f}|{D('0.256'):.1%}|{D('5'):05}", Context(prec=9), divmod(D(7), D(2)), D("-7") // 2, D("-7") % 3, D(10) ** 30, D("1.1") ** 10)
