"""Frequencies of the words of a text."""

SYLLABLES = ['ka', 'to', 'mi', 'ra', 'ne', 'so', 'lu', 'pe', 'hi', 'do']


def text(n):
    x = 7
    out = []
    for i in range(n):
        x = (x * 1103515245 + 12345) & 0x7fffffff
        word = SYLLABLES[(x >> 10) % 10] + SYLLABLES[(x >> 16) % 10]
        if (x >> 20) % 3 == 0:
            word += SYLLABLES[(x >> 22) % 10]
        out.append(word.capitalize() if i % 11 == 0 else word)
        if i % 17 == 0:
            out.append('-')
    return ' '.join(out)


def frequencies(t):
    count = {}
    for line in t.split('-'):
        for word in line.strip().split():
            word = word.lower()
            count[word] = count.get(word, 0) + 1
    return count


count = frequencies(text(150000))
top = sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))
for word, n in top[:8]:
    print(f'{word:<8}{n:>6}')
print(len(count), sum(count.values()))
lengths = {}
for word in count:
    lengths[len(word)] = lengths.get(len(word), 0) + count[word]
print(lengths)
