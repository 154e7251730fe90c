x = rb'abc'
