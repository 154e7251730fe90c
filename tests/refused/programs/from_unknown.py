from collections import UserString
