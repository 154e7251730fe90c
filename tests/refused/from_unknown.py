from collections import namedtuple
