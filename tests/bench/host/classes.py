"""Particles in a box: attributes, methods, inheritance, special methods."""


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def norm2(self):
        return self.x * self.x + self.y * self.y


class Particle:
    count = 0

    def __init__(self, at, speed):
        self.at = at
        self.speed = speed
        Particle.count += 1

    def step(self, dt):
        self.at = self.at + self.speed * dt
        self.bounce()

    def bounce(self):
        if self.at.x < 0.0 or self.at.x > 10.0:
            self.speed.x = -self.speed.x
        if self.at.y < 0.0 or self.at.y > 10.0:
            self.speed.y = -self.speed.y

    def energy(self):
        return 0.5 * self.speed.norm2()


class Heavy(Particle):
    def __init__(self, at, speed, mass):
        super().__init__(at, speed)
        self.mass = mass

    def energy(self):
        return self.mass * super().energy()


def main(n, steps):
    box = []
    for i in range(n):
        at, speed = Vector(i % 10 + 0.5, i // 10 % 10 + 0.5), Vector(i % 3 - 1.0, i % 5 - 2.0)
        box.append(Heavy(at, speed, 1.5) if i % 4 == 0 else Particle(at, speed))
    for _ in range(steps):
        for p in box:
            p.step(0.01)
    print(Particle.count, '%.6f' % sum(p.energy() for p in box))
    print('%.6f %.6f' % (box[7].at.x, box[7].at.y))


main(200, 600)
