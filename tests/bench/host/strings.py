"""Text built piece by piece, searched, split, replaced and indexed."""


def build(n):
    s = ''
    for i in range(n):
        s += 'x'
        if i % 7 == 0:
            s += str(i)
    return s


def rotate(text, by):
    out = []
    for c in text:
        if 'a' <= c <= 'z':
            out.append(chr((ord(c) - 97 + by) % 26 + 97))
        else:
            out.append(c)
    return ''.join(out)


def backwards(text):
    return all(text[i] == text[-1 - i] for i in range(len(text) // 2))


s = build(300000)
print(len(s), s[:40], s.count('1'), s.find('x42x'))
text = 'the quick brown fox jumps over the lazy dog; ' * 3000
print(rotate(text, 13)[:60], hash(rotate(rotate(text, 13), 13)) == hash(text))
words = text.split()
print(len(words), ' '.join(words).replace('fox', 'cat').upper()[:50])
umlauts = 'äöü€ß' * 10000
print(backwards(umlauts + umlauts[::-1]), umlauts[12345], sum(umlauts[i] == 'ß' for i in range(len(umlauts))))
