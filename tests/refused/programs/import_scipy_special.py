from scipy.special import erf
