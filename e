2.0 3.141592653589793 2 8.0
4.0
5
10 3 2 [0. 0. 0.] <ufunc 'floor'>
[2. 3.] <built-in function pow>
name 'form' is not defined
