"""Rules of derivatives of matrices, windows, transforms and scatters, as jax 0.4.23 has them. The last line counts what
was compared."""
import jax, jax.numpy as jnp
from jax import lax
import numpy as np
A = jnp.array([[3.0,1.0,0.2],[0.5,2.0,-0.3],[0.1,-0.4,4.0]])
S = A + A.T + jnp.eye(3)*3
R = jnp.array([[3.0,1.0],[0.5,2.0],[0.1,-0.4]])
B = jnp.stack([A, S])
count = [0]


def show(tag, f, *a):
    try:
        values = np.asarray(jax.grad(f)(*a)).ravel()
    except NotImplementedError:
        print(tag, "refused")
        return
    values = [0.0 if abs(v) < 1e-9 else float(v) * (1 + 3e-7) for v in values]
    count[0] += len(values)
    print(" ".join([tag] + ["%.5g" % v for v in values]))


W = jnp.arange(9.0).reshape(3,3)+0.3
show("chol", lambda x: jnp.sum(jnp.linalg.cholesky(x)*W), S)
show("cholB", lambda x: jnp.sum(jnp.linalg.cholesky(x@jnp.swapaxes(x,-1,-2)+jnp.eye(3))*W), B)
show("solve", lambda x: jnp.sum(jnp.linalg.solve(x, W)*W), A)
show("solveB", lambda x: jnp.sum(jnp.linalg.solve(x, jnp.stack([W,W]))*W), B)
show("inv", lambda x: jnp.sum(jnp.linalg.inv(x)*W), A)
show("det", lambda x: jnp.linalg.det(x), A)
show("det4", lambda x: jnp.linalg.det(x), jnp.kron(R@R.T[:, :2]+jnp.eye(3)[:,:2], jnp.ones((1,2)))[:3,:3]+jnp.eye(3))
show("slogdet", lambda x: jnp.linalg.slogdet(x)[1], A)
show("eigh", lambda x: jnp.sum(jnp.linalg.eigh(x)[0]*jnp.arange(3.)) + jnp.sum(jnp.linalg.eigh(x)[1]**2*W), S)
show("svd", lambda x: jnp.sum(jnp.linalg.svd(x, compute_uv=False)*jnp.arange(1.,4.)), A)
def uv(x):
    u,s,v = jnp.linalg.svd(x, full_matrices=False)
    return jnp.sum((u*s)@(v*2)) + jnp.sum(u**2*jnp.arange(u.size).reshape(u.shape)) + jnp.sum(v**2*jnp.arange(v.size).reshape(v.shape))
show("svd2", uv, A)
show("svd3", uv, R)
show("svd4", uv, R.T)
show("qr", lambda x: jnp.sum(jnp.linalg.qr(x)[1]**2*W[:x.shape[1],:x.shape[1]]) + jnp.sum(jnp.linalg.qr(x)[0]**2*W[:x.shape[0],:x.shape[1]]), A)
show("qr2", lambda x: jnp.sum(jnp.linalg.qr(x)[1]**2*W[:x.shape[1],:x.shape[1]]) + jnp.sum(jnp.linalg.qr(x)[0]**2*W[:x.shape[0],:x.shape[1]]), R)
show("lu", lambda x: jnp.sum(lax.linalg.lu(x)[0]*W), A)
show("lu2", lambda x: jnp.sum(lax.linalg.lu(x)[0]*W[:,:2]), R)
show("lu3", lambda x: jnp.sum(lax.linalg.lu(x)[0]*W[:2]), R.T)
show("luB", lambda x: jnp.sum(lax.linalg.lu(x)[0]*W), B)
for l in (False, True):
  for ta in (False, True):
    for lo in (False, True):
      for un in (False, True):
        show(f"tri {l}{ta}{lo}{un}", lambda x: jnp.sum(lax.linalg.triangular_solve(x, W, left_side=l, transpose_a=ta, lower=lo, unit_diagonal=un)**2), A)
        show(f"trib {l}{ta}{lo}{un}", lambda x: jnp.sum(lax.linalg.triangular_solve(A, x, left_side=l, transpose_a=ta, lower=lo, unit_diagonal=un)**2), W)
show("eig", lambda x: jnp.sum(jnp.abs(jnp.linalg.eigvals(x))**2), A)
show("norm2", lambda x: jnp.linalg.norm(x, 2), A)
show("pinv", lambda x: jnp.sum(jnp.linalg.pinv(x)*W[:2]), R)
show("lstsq", lambda x: jnp.sum(jnp.linalg.lstsq(x, W[:,0])[0]), R)
show("expm", lambda x: jnp.sum(jax.scipy.linalg.expm(x)*W), A*0.1)
show("csolve", lambda x: jnp.sum(jnp.abs(jnp.linalg.solve(x+1j*W, W+0j))**2), A)
show("ceigh", lambda x: jnp.sum(jnp.linalg.eigh(S + 1j*(x-x.T))[0]*jnp.arange(3.)), A)
show("cchol", lambda x: jnp.sum(jnp.abs(jnp.linalg.cholesky(S + 0.1j*(x-x.T)))**2*W), A)
show("cqr", lambda x: jnp.sum(jnp.abs(jnp.linalg.qr(x+1j*W)[0])**2*W), A)
show("csvd", lambda x: jnp.sum(jnp.linalg.svd(x+1j*W, compute_uv=False)*jnp.arange(1.,4.)), A)
x = jnp.array([0.3,-1.2,2.0,0.7,1.1])
for n in (1,2,3,4,5):
    v = x[:n]
    show(f"fft{n}", lambda x: jnp.sum(jnp.abs(jnp.fft.fft(x+0.5*jnp.cos(x)))**2*jnp.arange(1.,n+1)), v)
    show(f"ifft{n}", lambda x: jnp.sum(jnp.abs(jnp.fft.ifft(x+1j*x**2))**2*jnp.arange(1.,n+1)), v)
    show(f"rfft{n}", lambda x: jnp.sum(jnp.abs(jnp.fft.rfft(x+0.5*jnp.cos(x)))**2), v)
    show(f"irfft{n}", lambda x: jnp.sum(jnp.fft.irfft(x+1j*x**2, n=2*n-1)**3), v)
    if n > 1: show(f"irfft2{n}", lambda x: jnp.sum(jnp.fft.irfft(x+1j*x**2)**3), v)
show("fft2", lambda x: jnp.sum(jnp.abs(jnp.fft.fft2(x))**3*W), A)
show("rfft2", lambda x: jnp.sum(jnp.abs(jnp.fft.rfft2(x))**3), A)
show("irfft2", lambda x: jnp.sum(jnp.fft.irfft2(x+1j*W)**3), A)
I = jnp.sin(jnp.arange(2*3*6*5.)).reshape(2,3,6,5)
K = jnp.cos(jnp.arange(4*3*2*3.)).reshape(4,3,2,3)
Kg = jnp.cos(jnp.arange(6*1*2*3.)).reshape(6,1,2,3)
for nm, kw in (("valid", dict(window_strides=(1,1), padding="VALID")), ("same", dict(window_strides=(2,1), padding="SAME")),
               ("dil", dict(window_strides=(1,2), padding=((1,2),(0,1)), rhs_dilation=(2,1))), ("lhs", dict(window_strides=(1,1), padding=((1,1),(2,0)), lhs_dilation=(2,2)))):
    g = lambda a, b: jnp.sum(jnp.sin(lax.conv_general_dilated(a, b, **kw)))
    show("conv "+nm, lambda a: g(a, K), I); show("convk "+nm, lambda b: g(I, b), K)
    gg = lambda a, b: jnp.sum(jnp.sin(lax.conv_general_dilated(a, b, feature_group_count=3, **kw)))
    show("convg "+nm, lambda a: gg(a, Kg), I); show("convgk "+nm, lambda b: gg(I, b), Kg)
    gb = lambda a, b: jnp.sum(jnp.sin(lax.conv_general_dilated(a, b, batch_group_count=2, **kw)))
    show("convb "+nm, lambda a: gb(a, K), I); show("convbk "+nm, lambda b: gb(I, b), K)
for nm, kw in (("a", dict(window_dimensions=(1,1,2,2), window_strides=(1,1,2,1), padding="VALID")), ("b", dict(window_dimensions=(1,1,3,2), window_strides=(1,1,1,2), padding="SAME")),
     ("c", dict(window_dimensions=(1,2,2,2), window_strides=(1,1,1,1), padding="VALID"))):
    show("rws "+nm, lambda a: jnp.sum(lax.reduce_window(a, 0.0, lax.add, **kw)**2), I)
    show("rwx "+nm, lambda a: jnp.sum(lax.reduce_window(a, -jnp.inf, lax.max, **kw)**2), I)
    show("rwn "+nm, lambda a: jnp.sum(lax.reduce_window(a, jnp.inf, lax.min, **kw)**2), I)
show("topk", lambda a: jnp.sum(lax.top_k(a, 2)[0]*jnp.array([1.,3.])), A)
show("topk1", lambda a: jnp.sum(lax.top_k(a, 2)[0]*jnp.array([1.,3.])), x)
for m in ("multiply", "min", "max"):
    show("at "+m, lambda a: jnp.sum(getattr(a.at[jnp.array([0,2])], m)(jnp.sin(a[:2]))**2), x)
    show("atdup "+m, lambda a: jnp.sum(getattr(a.at[jnp.array([0,0,2])], m)(jnp.array([.1,.1,.5])*a[1])**2), x)
    show("atu "+m, lambda a: jnp.sum(getattr(a.at[jnp.array([0,2])], m)(jnp.sin(a[:2]), unique_indices=True)**2), x)
show("divide", lambda a: jnp.sum(a.at[0].divide(a[1])**2), x)
show("power", lambda a: jnp.sum(a.at[0].power(2)**2), x)
print(f"{count[0]} derivatives")
