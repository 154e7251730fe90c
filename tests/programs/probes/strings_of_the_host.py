"""Strings: Caesar's cipher, palindromes, word wrapping, run lengths; then codes in arrays."""
from catalyst import qjit
import jax.numpy as jnp


def caesar(text, shift):
    out = []
    for c in text:
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            c = chr((ord(c) - base + shift) % 26 + base)
        out.append(c)
    return "".join(out)


def wrap(text, width):
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width and lines[-1]:
            lines.append("")
        lines[-1] = (lines[-1] + " " + word).lstrip()
    return lines


def runs(s):
    out, i = "", 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out += f"{s[i]}{j - i}" if j - i > 1 else s[i]
        i = j
    return out


print(caesar("Hello, World!", 3), caesar(caesar("abcxyz", 7), -7))
for line in wrap("the quick brown fox jumps over the lazy dog again and again", 16):
    print(f"|{line:<16}|{line[::-1]:>16}|")
print(runs("aaabccdddd"), runs(""), "racecar" == "racecar"[::-1], "a-b_c".replace("_", "-").split("-"), "x".join("abc"), "TiTle".swapcase())
print("é".upper(), "ß".casefold(), "%".isalnum(), "12".isdigit(), "  pad ".strip() + "|", "a,b,,c".split(","), "abcabc".rfind("b"))


@qjit(abstracted_axes={0: "n"})
def letters(codes):
    return jnp.sum((codes[:, None] == jnp.arange(97, 123)[None, :]).astype(int), axis=0)


counts = letters(jnp.array([ord(c) for c in "mississippi"]))
print({chr(97 + k): int(v) for k, v in enumerate(counts) if v})
