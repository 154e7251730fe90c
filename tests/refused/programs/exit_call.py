exit()
