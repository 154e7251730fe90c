aiter([])
