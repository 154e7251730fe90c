import os
os.path.abspath("a")
