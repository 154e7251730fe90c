import numpy as np
import numpy.testing as npt
from numpy.testing import assert_allclose, assert_array_equal, assert_equal, assert_almost_equal, assert_array_almost_equal, assert_raises, assert_array_less, assert_approx_equal, assert_string_equal, assert_raises_regex
def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except AssertionError as e:
        print("AE:", e)
    except Exception as e:
        print(type(e).__name__, e)
a = np.array([1., 2., 3.])
t(assert_allclose, a, a); t(assert_allclose, a, [1,2,4]); t(assert_allclose, a, a+1e-9); t(assert_allclose, 1.0, 1.1)
t(assert_allclose, a, [1,2]); t(assert_allclose, [1,np.nan],[1,np.nan]); t(assert_allclose, [1,np.nan],[1,2.]); t(assert_allclose, [1,np.inf],[1,2.])
t(assert_allclose, a, 0); t(assert_allclose, a, [1,2,4], rtol=0.1, atol=1e-3, err_msg="hey"); t(assert_allclose, np.eye(3), np.zeros((3,3)))
t(assert_allclose, a, [1,2,4], verbose=False); t(assert_allclose, [1+2j], [1+3j]); t(assert_allclose, np.arange(100.), np.arange(100.)+1)
t(assert_array_equal, [1,2,3],[1,2,4]); t(assert_array_equal, [1,2],[1,2]); t(assert_array_equal, [True,False],[True,True]); t(assert_array_equal, np.ones((2,2)), 1)
t(assert_array_equal, [1.,np.nan],[1.,np.nan]); t(assert_array_equal, [1,2],[1,2,3]); t(assert_array_equal, [np.inf,1],[np.inf,2.]); t(assert_array_equal, a, a.astype(int))
t(assert_equal, 1, 2); t(assert_equal, [1,2],[1,3]); t(assert_equal, {"a":1},{"a":2}); t(assert_equal, {"a":1},{"b":2}); t(assert_equal, "a","b"); t(assert_equal, a, [1,2,5.])
t(assert_equal, np.nan, np.nan); t(assert_equal, (1,2),(1,2,3)); t(assert_equal, 1+1j, 1+2j); t(assert_equal, 0.0, -0.0); t(assert_equal, None, None); t(assert_equal, 1, 1, "m")
t(assert_almost_equal, 1.0, 1.00000001); t(assert_almost_equal, 1.0, 1.1); t(assert_almost_equal, a, [1,2,3.1]); t(assert_almost_equal, 2.3333, 2.33339, decimal=4); t(assert_almost_equal, 1j, 1.1j); t(assert_almost_equal, np.inf, 1.)
t(assert_array_almost_equal, a, [1,2,3.00001]); t(assert_array_almost_equal, a, [1,2,3.00001], decimal=4); t(assert_array_almost_equal, [1,np.inf],[1,np.inf]); t(assert_array_almost_equal,[1,np.inf],[1,2.])
t(assert_array_less, [1,2],[2,3]); t(assert_array_less, [1,2],[1,3]); t(assert_approx_equal, 0.12345, 0.12346, significant=4); t(assert_approx_equal, 1., 2.); t(assert_string_equal, "a", "a")
with assert_raises(ValueError): raise ValueError
t(assert_raises, ValueError, int, "x"); t(assert_raises, KeyError, int, "1")
try:
    with npt.assert_raises(KeyError): pass
except AssertionError as e: print(e)
np.testing.assert_allclose([1], [1])
t(assert_array_equal, ["a","b"], ["a","b"]); t(assert_array_equal, [], []); t(assert_allclose, [], []); t(assert_allclose, np.float32(1), np.float32(1.5))
t(assert_allclose, [1,2,3],[1,2,5]); t(assert_array_equal, np.array([1,2],dtype=np.uint8), np.array([2,2],dtype=np.uint8)); t(assert_allclose, True, False)
