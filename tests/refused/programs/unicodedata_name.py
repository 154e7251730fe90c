import unicodedata
print(unicodedata.name("a"))
