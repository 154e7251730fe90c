import re
print(re.search(r"(a+)+$", "a"*40+"b"))
