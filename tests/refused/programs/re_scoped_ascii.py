import re
print(re.compile(r"(?a:\w)é"))
