anext([])
