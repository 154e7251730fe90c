help()
