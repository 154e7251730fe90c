import warnings
