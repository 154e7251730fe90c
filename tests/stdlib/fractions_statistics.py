from fractions import Fraction as F
import math, statistics as S
xs=[F(1,3),F(-7,4),F("3/4"),F("1.5e-2"),F(0.25),F(5),F(0)]
for a in xs:
    print(a, repr(a), float(a), round(a), round(a,1), math.floor(a), math.ceil(a), int(a), hash(a)==hash(F(a)), abs(a), -a, bool(a))
    for b in xs[:4]+[2,0.5,-3]:
        print(a+b,a-b,a*b,a/b,a//b,a%b,divmod(a,b),a<b,a==b,a>=b,b-a,b*a)
print(F(1,2)**3, F(1,2)**-2, 2**F(1,2), F(4)**F(1,2), hash(F(1,2)), hash(F(3)))
print(F(3.141592653589793).limit_denominator(1000), F("0.1").limit_denominator(3))
for bad in ("x","1/0","1//2",""):
    try: print(F(bad))
    except (ValueError,ZeroDivisionError) as e: print(type(e).__name__, e)
try: F(1,0)
except ZeroDivisionError as e: print(e)
try: F([1])
except TypeError as e: print(e)
print(sum([F(1,i) for i in range(1,10)]), isinstance(F(1), __import__ if False else F))
print({F(1,2): 'a'}[0.5], F(1,2) in [0.5], sorted([F(1,2), F(1,3), 0.4]))
print(F(3,2) + 1j, 1j*F(1,2), F(1,2)==0.5, F(1,3)==1/3, F(7,2).numerator, F(-7,2).as_integer_ratio())
print(S.mean([1,2,3,4]), S.mean([1,2]), S.mean([0.1]*10), S.median([3,1,2]), S.median([1,2,3,4]), S.mode("aabbb"), S.multimode("aabb"))
print(S.variance([2.75,1.75,1.25,0.25,0.5,1.25,3.5]), S.pvariance([0.0,0.25,0.25,1.25,1.5,1.75,2.75,3.25]), S.stdev([1.5,2.5,2.5,2.75,3.25,4.75]), S.pstdev([1.5,2.5,2.5,2.75,3.25,4.75]))
print(S.stdev([1,2,3,4]), S.variance([1,2,3,4]), S.mean([F(1,2),F(1,3)]), S.harmonic_mean([40,60]), S.geometric_mean([54,24,36]), S.fmean([1,2,4]))
print(S.quantiles([1,2,3,4,5,6,7]), S.quantiles([1,2,3,4], n=3, method="inclusive"), S.median_low([1,2,3,4]), S.median_high([1,2,3,4]), S.median_grouped([1,2,2,3,4]))
print(S.correlation([1,2,3],[1,5,7]), S.covariance([1,2,3],[1,5,7]), S.linear_regression([1,2,3],[2,4,7]))
for f in (S.mean, S.median, S.mode, S.stdev):
    try: f([])
    except S.StatisticsError as e: print(e)
n=S.NormalDist(100,15); print(n, n.cdf(110), n.pdf(90), n.mean, n.zscore(120))
