try:
    3
except UnicodeDecodeError:
    pass
raise UnicodeDecodeError
