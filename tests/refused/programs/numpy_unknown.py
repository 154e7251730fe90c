import numpy as np
np.foo
