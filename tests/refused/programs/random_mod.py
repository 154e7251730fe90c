import random
