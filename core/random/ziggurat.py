#!/usr/bin/env python3
"""Makes the tables of the ziggurats of normal and of exponential numbers.

usage: ziggurat.py OUT.c

256 layers of equal area v cover the density f; layer 0 is the base with the tail beyond r, as wide as
v / f(r). Source: Marsaglia and Tsang, "The ziggurat method for generating random variables" (2000). Of each
layer: the integer below which a random one lies under the next layer for sure, the layer's width divided
by 2^bits, which the random integer is multiplied with, and f at its edge.

The streams of numpy 1.26 depend on how its tables were rounded: normal ones in double precision, where one
value of exp, of layer 38, came out one unit too high; exponential ones exactly, with the integers of 52 bits.
"""
import decimal
import math
import sys

LAYERS = 256


def normal():
    r, v, scale = 3.6541528853610088, 0.004928673233974652, 2.0**52
    x, f = [0.0] * LAYERS, [1.0] * LAYERS
    x[255], f[255] = r, math.exp(-0.5 * r * r)
    x[0] = v / f[255]
    for i in range(254, 0, -1):
        x[i] = math.sqrt(-2 * math.log(v / x[i + 1] + f[i + 1]))
        f[i] = math.exp(-0.5 * x[i] * x[i])
        if i == 38:
            f[i] = math.nextafter(f[i], 1)
    below = [int(r / x[0] * scale), 0] + [round(x[i - 1] / x[i] * scale) for i in range(2, LAYERS)]
    return r, below, [w / scale for w in x], f


def exponential():
    decimal.getcontext().prec = 40
    r, one = decimal.Decimal("7.6971174701310497140446280481"), decimal.Decimal(1)
    v, scale = (r + 1) * (-r).exp(), decimal.Decimal(2) ** 52
    x, f = [one] * LAYERS, [one] * LAYERS
    x[255], f[255] = r, (-r).exp()
    x[0] = v / f[255]
    for i in range(254, 0, -1):
        f[i] = v / x[i + 1] + f[i + 1]
        x[i] = -f[i].ln()
    below = [int(r / x[0] * scale), 0] + [int(x[i - 1] / x[i] * scale) for i in range(2, LAYERS)]
    return float(r), [2 * k for k in below], [float(w / scale / 2) for w in x], [float(y) for y in f]


def main():
    out = ['// Made by core/random/ziggurat.py.\n#include "random/ziggurat.h"\n']
    for name, (r, below, width, f) in (("normal", normal()), ("exponential", exponential())):
        rows = ",\n".join(f"{{{k}u, {w.hex()}, {y.hex()}}}" for k, w, y in zip(below, width, f))
        out.append(f"const dbx_layer dbx_{name}_layers[{LAYERS}] = {{\n{rows}}};\n"
                   f"const double dbx_{name}_edge = {r.hex()};\n")
    with open(sys.argv[1], "w", encoding="utf-8") as f:
        f.write("\n".join(out))


main()
