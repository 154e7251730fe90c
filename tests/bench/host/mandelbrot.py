"""A picture of the Mandelbrot set in characters: loops over floats."""


def steps(cr, ci, most):
    x = y = 0.0
    for i in range(most):
        xx = x * x
        yy = y * y
        if xx + yy > 4.0:
            return i
        y = 2.0 * x * y + ci
        x = xx - yy + cr
    return most


def main(w, h, most):
    for row in range(h):
        line = ''
        for col in range(w):
            line += ' .:-=+*#%@'[steps(3.0 * col / w - 2.1, 2.4 * row / h - 1.2, most) * 9 // most]
        print(line)


main(110, 60, 700)
