"""Factorizations of matrices."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn, tree_util
from catalyst import qjit
import jax.scipy as jsp


def rounded(x):
    x = np.asarray(x)
    return np.round(x, 5) + 0 if x.dtype.kind in "fc" else x


def p(name, f):
    print(name)
    for x in tree_util.tree_leaves(f()):
        print(rounded(x), np.asarray(x).dtype)


a=jnp.array([[4.,1,2],[1,3,0],[2,0,5]]); v=jnp.array([1.,2,3]); n=jnp.array([[1.,2,3],[4,5,6],[7,8,10]])
L=jnp.linalg; S=jsp.linalg
p('chol',lambda:L.cholesky(a))
p('qr',lambda:L.qr(n))
p('svd',lambda:L.svd(n))
p('svd2',lambda:L.svd(n[:2],full_matrices=False))
p('svdv',lambda:L.svd(n,compute_uv=False))
p('solve',lambda:L.solve(n,v))
p('solve2',lambda:L.solve(n,a))
p('inv',lambda:L.inv(n))
p('eigh',lambda:L.eigh(a))
p('eigvalsh',lambda:L.eigvalsh(a))
p('eig',lambda:L.eig(n))
p('eigc',lambda:L.eig(jnp.array([[0.,1],[-1,0]])))
p('eigvals',lambda:L.eigvals(n))
p('det',lambda:L.det(n))
p('det4',lambda:L.det(jnp.eye(4)*2+jnp.ones((4,4))))
p('slogdet',lambda:L.slogdet(n))
p('pinv',lambda:L.pinv(n[:2]))
p('lstsq',lambda:L.lstsq(n[:,:2],v))
p('rank',lambda:L.matrix_rank(n))
p('power',lambda:L.matrix_power(n,3))
p('powern',lambda:L.matrix_power(n,-2))
p('cond',lambda:L.cond(n))
p('multi',lambda:L.multi_dot([n,a,v]))
p('batch',lambda:L.inv(jnp.stack([n,a])))
p('bsolve',lambda:L.solve(jnp.stack([n,a]),jnp.stack([v,v])))
p('cplx',lambda:L.eigh(jnp.array([[2,1j],[-1j,3]])))
p('cqr',lambda:L.qr(jnp.array([[2,1j],[-1j,3]])))
p('csvd',lambda:L.svd(jnp.array([[2,1j],[-1j,3]])))
p('ceig',lambda:L.eigvals(jnp.array([[2,1j],[-1j,3+1j]])))
p('norm2',lambda:L.norm(n,2))
p('nuc',lambda:L.norm(n,'nuc'))
p('-2',lambda:L.norm(n,-2))
p('f32',lambda:L.inv(n.astype(jnp.float32)))
p('expm',lambda:S.expm(n / 10))
p('expmz',lambda:S.expm(jnp.zeros((2,2))))
p('lu',lambda:S.lu(n))
p('luf',lambda:S.lu_factor(n))
p('lus',lambda:S.lu_solve(S.lu_factor(n),v))
p('lust',lambda:S.lu_solve(S.lu_factor(n),v,1))
p('cho',lambda:S.cho_solve(S.cho_factor(a),v))
p('tri',lambda:S.solve_triangular(n,v,lower=True))
p('tri2',lambda:S.solve_triangular(n,v,trans=1))
p('bd',lambda:S.block_diag(a,v))
p('toep',lambda:S.toeplitz(v))
p('tinv',lambda:L.tensorinv(jnp.eye(6).reshape(2,3,6)*2,2))
p('sing',lambda:L.cholesky(-a))
p('singinv',lambda:L.inv(jnp.ones((2,2))))
