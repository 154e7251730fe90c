import frobnicate
