exec('1')
