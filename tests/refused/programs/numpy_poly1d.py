import numpy as np
np.poly1d([1, 2])
