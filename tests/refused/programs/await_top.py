await 3
