"""Special functions, densities, activations."""
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


a=jnp.array([-1.5,-.2,0.,.3,2.]); q=jnp.array([.1,.5,.9,.999]); pz=jnp.array([.5,1.,3.2,7.])
for n in 'relu6 soft_sign log_sigmoid elu leaky_relu hard_tanh celu selu squareplus hard_sigmoid hard_silu hard_swish standardize tanh relu sigmoid softplus silu gelu softmax log_softmax swish'.split():
    p(n,lambda:getattr(nn,n)(a))
p('glu',lambda:nn.glu(a[:4])); p('oh',lambda:nn.one_hot(jnp.array([0,2]),3)); p('lse',lambda:nn.logsumexp(a))
S=jsp.special
for n in 'erf erfc gammaln digamma expit entr ndtr log_ndtr i0 i0e i1 i1e'.split(): p(n,lambda:getattr(S,n)(a))
for n in 'erfinv logit ndtri gamma factorial'.split(): p(n,lambda:getattr(S,n)(q))
p('log_ndtr',lambda:S.log_ndtr(jnp.array([-30.,-5,5,12])))
p('xlogy',lambda:(S.xlogy(0.,0.),S.xlogy(2.,3.),S.xlog1py(2.,.5)))
p('beta',lambda:(S.betaln(2.,3.),S.betainc(2.,3.,.4),S.gammainc(2.,3.),S.gammaincc(2.,3.),S.zeta(3.,2.),S.polygamma(2,3.),S.multigammaln(5.,2),S.rel_entr(.3,.4),S.kl_div(.3,.4)))
p('lse',lambda:jsp.special.logsumexp(a,axis=0,b=jnp.ones(5)*2)); p('lse2',lambda:jsp.special.logsumexp(jnp.ones((2,3)),axis=1,keepdims=True)); p('lsr',lambda:jsp.special.logsumexp(a,return_sign=True,b=-jnp.ones(5)))
T=jsp.stats
for n in 'norm uniform expon cauchy laplace logistic'.split(): p(n,lambda:(getattr(T,n).logpdf(a),getattr(T,n).pdf(a,.5,2.)))
for n in 'norm cauchy laplace logistic'.split(): p(n,lambda:getattr(T,n).cdf(a))
p('gamma',lambda:(T.gamma.logpdf(pz,2.),T.gamma.cdf(pz,2.),T.chi2.logpdf(pz,3.),T.chi2.cdf(pz,3),T.beta.logpdf(q,2.,3.),T.beta.cdf(q,2.,3.),T.t.logpdf(a,3.),T.pareto.logpdf(pz,2.)))
p('disc',lambda:(T.bernoulli.logpmf(jnp.array([0,1,2]),.3),T.binom.pmf(jnp.arange(4),3,.4),T.poisson.pmf(jnp.arange(4),2.),T.poisson.cdf(jnp.arange(4),2.),T.geom.pmf(jnp.arange(4),.3)))
p('mvn',lambda:T.multivariate_normal.logpdf(jnp.array([.5,1.]),jnp.zeros(2),jnp.array([[2.,.3],[.3,1.]])))
p('mvn2',lambda:T.multivariate_normal.pdf(jnp.ones((3,2)),jnp.zeros(2),jnp.array([[2.,.3],[.3,1.]])))
p('dir',lambda:T.dirichlet.logpdf(jnp.array([.2,.3,.5]),jnp.array([1.,2,3])))
p('sconv',lambda:jsp.signal.convolve(a,q,mode='same')); p('sconv2',lambda:jsp.signal.convolve2d(jnp.ones((3,3)),jnp.arange(4.).reshape(2,2),mode='same')); p('scorr',lambda:jsp.signal.correlate(a,q)); p('sv',lambda:jsp.signal.convolve(q,a,mode='valid'))
p('init',lambda:(nn.initializers.glorot_uniform()(jax.random.PRNGKey(0),(2,3)),nn.initializers.he_normal()(jax.random.PRNGKey(0),(2,3)),nn.initializers.orthogonal()(jax.random.PRNGKey(0),(2,3)),nn.initializers.normal()(jax.random.PRNGKey(1),(2,))))
