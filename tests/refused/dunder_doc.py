print(__doc__)
