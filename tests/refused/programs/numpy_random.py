import numpy as np
np.random.rand(3)
