try:
    3 / 0
except ZeroDivisionError as e:
    print(e.__traceback__)
