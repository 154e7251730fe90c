import operator
operator.foo
