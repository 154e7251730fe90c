print((3).__trunc__())
