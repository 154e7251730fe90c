import copy
