x = [await i for i in [1]]
