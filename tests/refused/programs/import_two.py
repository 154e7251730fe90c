import math, subprocess
