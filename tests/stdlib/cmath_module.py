import cmath
zs=[1+2j,-1.5,0j,1j,-1j,3,complex(-2,-0.5),1e300+1e300j,1,complex(2,-0.0)]
for n in "acos acosh asin asinh atan atanh cos cosh exp sin sinh sqrt tan tanh log log10 phase polar isnan isinf isfinite".split():
    for z in zs:
        try: r=getattr(cmath,n)(z); r = r if not isinstance(r,complex) else complex(float("%.13g"%r.real),float("%.13g"%r.imag)); print(n,z,r)
        except (ValueError,OverflowError) as e: print(n,z,type(e).__name__,e)
print(cmath.rect(2,1), cmath.isclose(1+1j,1+1.0000000001j), cmath.pi, cmath.infj, cmath.log(8,2))
try: cmath.sin("a")
except TypeError as e: print(e)
