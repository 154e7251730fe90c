from os.path import exists
