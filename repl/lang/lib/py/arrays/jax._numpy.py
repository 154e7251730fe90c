"""Functions of jax.numpy that are written in Python over the others."""
from jax._numpy_shape import (
    apply_over_axes, argwhere, array_equiv, block, broadcast_shapes, choose, compress, cross, delete, diag_indices,
    diag_indices_from, diagflat, dsplit, ediff1d, extract, fill_diagonal, flatnonzero, fromfunction, hsplit, indices,
    insert, ix_, kron, lexsort, mask_indices, nonzero, ravel_multi_index, resize, rollaxis, take_along_axis,
    tril_indices, tril_indices_from, trim_zeros, triu_indices, triu_indices_from, unravel_index, vander, vsplit)
from jax._numpy_stats import (
    argpartition, bincount, corrcoef, cov, digitize, gradient, histogram, histogram2d, histogram_bin_edges,
    histogramdd, interp, nanargmax, nanargmin, nancumprod, nancumsum, nanmax, nanmean, nanmedian, nanmin,
    nanpercentile, nanprod, nanquantile, nanstd, nansum, nanvar, partition, percentile, piecewise, ptp, quantile,
    searchsorted, sort_complex)
from jax._numpy_poly import (
    convolve, correlate, poly, polyadd, polyder, polydiv, polyfit, polyint, polymul, polysub, roots)
from jax._numpy_sets import intersect1d, isin, setdiff1d, setxor1d, union1d, unique
from jax._numpy_kinds import (
    bartlett, blackman, c_, can_cast, finfo, frexp, gcd, geomspace, hamming, hanning, i0, iinfo, index_exp, iscomplex,
    iscomplexobj, isreal, isrealobj, isscalar, iterable, kaiser, lcm, ldexp, logaddexp2, logspace, mgrid, modf, ogrid,
    r_, s_)
