import numpy as np
np.dtype('int64').newbyteorder()
