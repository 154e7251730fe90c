import math, os
