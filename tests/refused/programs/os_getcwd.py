import os
os.getcwd()
