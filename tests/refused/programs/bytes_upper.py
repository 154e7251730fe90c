x = BR"abc"
