"""The outer planets under gravity, over lists of floats."""


def energy(bodies):
    e = 0.0
    for i in range(len(bodies)):
        b = bodies[i]
        e += 0.5 * b[6] * (b[3] * b[3] + b[4] * b[4] + b[5] * b[5])
        for j in range(i + 1, len(bodies)):
            c = bodies[j]
            dx, dy, dz = b[0] - c[0], b[1] - c[1], b[2] - c[2]
            e -= b[6] * c[6] / (dx * dx + dy * dy + dz * dz) ** 0.5
    return e


def advance(pairs, bodies, dt, steps):
    for _ in range(steps):
        for b, c in pairs:
            dx = b[0] - c[0]
            dy = b[1] - c[1]
            dz = b[2] - c[2]
            mag = dt * ((dx * dx + dy * dy + dz * dz) ** -1.5)
            m, n = c[6] * mag, b[6] * mag
            b[3] -= dx * m
            b[4] -= dy * m
            b[5] -= dz * m
            c[3] += dx * n
            c[4] += dy * n
            c[5] += dz * n
        for b in bodies:
            b[0] += dt * b[3]
            b[1] += dt * b[4]
            b[2] += dt * b[5]


def main(steps):
    bodies = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 39.47841760435743],
              [4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01,
               0.606326392995832, 2.81198684491626, -0.02521836165988763, 0.03769367487038949],
              [8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01,
               -1.01077434617879, 1.82566237123041, 0.00841576137658415, 0.011286326131968767],
              [1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01,
               1.0827910064415354, 0.8687130181696082, -0.010832637401363636, 0.0017237240570597112],
              [1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01,
               0.979090732243898, 0.5946989986476762, -0.034755955550404, 0.0020336868699246304]]
    pairs = []
    for i in range(len(bodies)):
        for j in range(i + 1, len(bodies)):
            pairs.append((bodies[i], bodies[j]))
    print('%.9f' % energy(bodies))
    advance(pairs, bodies, 0.01, steps)
    print('%.9f' % energy(bodies))


main(14000)
