class A:
    def __del__(self):
        print('gone')
A()
