import numpy as np
both = np.frompyfunc(lambda x, y: x + y, 2, 1)
