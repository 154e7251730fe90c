import weakref
print(weakref.ref)
