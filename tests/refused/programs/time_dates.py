import time
print(time.localtime())
