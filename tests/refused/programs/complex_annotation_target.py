(x): int = 3
a[0]: int = 3
