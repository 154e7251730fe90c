"""Displays of constants are copies of a set that was built twice; starred displays are unions."""
print({3, 11, 0}, {16, 1, 2, 3, 4}, {8, 0, 16}, {1728659641, 2, 922337203685})
S = {1, 2161574360, 3}
print(S | S, S & S, S - {1}, S.difference(''), S.copy(), S.union([969, 7]))
print({*S, *[7, 15]}, {9, *[1], 17}, {*()}, {*S, 3})
print(set().union([9223372036854775807, 3]), {3, 18446744073709551619})
print(set(zip([7, -1, 6], [7, -1, 6])).symmetric_difference(''), hash((1, 2.5)) == hash((1.0, 2.5)), hash(()))
s = {0, 1, 2, 3, 4, 5}
s.discard(3)
s.add(35)
print(s, [s.pop() for _ in range(3)], s)
