compile('1', '', 'exec')
