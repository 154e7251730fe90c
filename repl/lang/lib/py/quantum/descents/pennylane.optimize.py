"""pennylane.optimize: descents by derivatives, and Rotosolve. Values as PennyLane 0.37 has them."""
import _host
import numpy as _np
from pennylane import _gradients, _lowest


def _is_trained(x):
    return getattr(x, "requires_grad", False) is True


def _one_or_all(args):
    return args[0] if len(args) == 1 else args


class GradientDescentOptimizer:
    """Each step takes a multiple of the derivative off. Descents differ in that step: `_way`, of the argument by its number."""

    def __init__(self, stepsize=0.01):
        self.stepsize = stepsize

    def step(self, objective_fn, *args, grad_fn=None, **kwargs):
        derivative = self._derivative(objective_fn, self._where(args), kwargs, grad_fn)
        return _one_or_all(self.apply_grad(derivative, args))

    def step_and_cost(self, objective_fn, *args, grad_fn=None, **kwargs):
        derivative, cost = self.compute_grad(objective_fn, args, kwargs, grad_fn)
        new = self.apply_grad(derivative, args)
        return _one_or_all(new), objective_fn(*args, **kwargs) if cost is None else cost

    def compute_grad(self, objective_fn, args, kwargs, grad_fn=None):
        """The derivatives, and what the function gives where they are taken; None: grad_fn has made them."""
        at = self._where(args)
        derivative = self._derivative(objective_fn, at, kwargs, grad_fn)
        return derivative, _np.asarray(objective_fn(*at, **kwargs)) if grad_fn is None else None

    def _where(self, args):
        """Where derivatives are taken."""
        return list(args)

    def _derivative(self, objective_fn, at, kwargs, grad_fn):
        made = (grad_fn or _gradients.grad(objective_fn))(*at, **kwargs)
        return (made,) if sum(_is_trained(a) for a in at) == 1 else made

    def apply_grad(self, grad, args):
        new, place = list(args), 0
        self._begin(len(args))
        for i, x in enumerate(args):
            if _is_trained(x):
                new[i] = x - self._way(i, grad[place])
                place += 1
        return new

    def _begin(self, n):
        """Before a step of n arguments."""

    def _way(self, i, g):
        return self.stepsize * g


class _Remembering(GradientDescentOptimizer):
    """Of each argument something is kept from step to step."""
    accumulation = None

    def reset(self):
        self.accumulation = None

    def _begin(self, n):
        if self.accumulation is None:
            self.accumulation = [0.0] * n


class MomentumOptimizer(_Remembering):
    def __init__(self, stepsize=0.01, momentum=0.9):
        super().__init__(stepsize)
        self.momentum = momentum

    def _way(self, i, g):
        self.accumulation[i] = self.momentum * self.accumulation[i] + self.stepsize * g
        return self.accumulation[i]


class NesterovMomentumOptimizer(MomentumOptimizer):
    """Derivatives are taken where the momentum alone leads."""

    def _where(self, args):
        if not self.accumulation:
            return list(args)
        return [x - self.momentum * a if _is_trained(x) else x for x, a in zip(args, self.accumulation)]


class AdagradOptimizer(_Remembering):
    def __init__(self, stepsize=0.01, eps=1e-8):
        super().__init__(stepsize)
        self.eps = eps

    def _squares(self, before, g):
        return before + g ** 2

    def _way(self, i, g):
        self.accumulation[i] = self._squares(self.accumulation[i], g)
        return self.stepsize / _np.sqrt(self.accumulation[i] + self.eps) * g


class RMSPropOptimizer(AdagradOptimizer):
    def __init__(self, stepsize=0.01, decay=0.9, eps=1e-8):
        super().__init__(stepsize, eps)
        self.decay = decay

    def _squares(self, before, g):
        return self.decay * before + (1 - self.decay) * g ** 2


class AdamOptimizer(_Remembering):
    def __init__(self, stepsize=0.01, beta1=0.9, beta2=0.99, eps=1e-8):
        super().__init__(stepsize)
        self.beta1, self.beta2, self.eps = beta1, beta2, eps

    def _begin(self, n):
        if self.accumulation is None:
            self.accumulation = {"fm": [0] * n, "sm": [0] * n, "t": 0}
        self.accumulation["t"] += 1

    def _way(self, i, g):
        first, second, t = self.accumulation["fm"], self.accumulation["sm"], self.accumulation["t"]
        first[i] = self.beta1 * first[i] + (1 - self.beta1) * g
        second[i] = self.beta2 * second[i] + (1 - self.beta2) * g ** 2
        size = self.stepsize * _np.sqrt(1 - self.beta2 ** t) / (1 - self.beta1 ** t)
        return size * first[i] / (_np.sqrt(second[i]) + self.eps)

    def _kept(self, what):
        return None if self.accumulation is None else self.accumulation[what]

    @property
    def fm(self):
        return self._kept("fm")

    @property
    def sm(self):
        return self._kept("sm")

    @property
    def t(self):
        return self._kept("t")


class RotosolveOptimizer:
    """One number after the other goes to the minimum of the function of it alone, which is a sum of sines: of one by a formula, of
    several by a search."""

    def __init__(self, substep_optimizer="brute", substep_kwargs=None):
        if substep_optimizer != "brute" and not callable(substep_optimizer):
            raise NotImplementedError(f"the substep optimizer '{substep_optimizer}' is not offered here: use 'brute', or a function")
        self.substep_optimizer = _lowest.brute if substep_optimizer == "brute" else substep_optimizer
        self.substep_kwargs = dict(substep_kwargs or {})

    def step(self, objective_fn, *args, full_output=False, **options):
        made = self.step_and_cost(objective_fn, *args, full_output=full_output, **options)
        return (made[0], made[2]) if full_output else made[0]

    def step_and_cost(self, objective_fn, *args, nums_frequency=None, spectra=None, shifts=None, full_output=False, **kwargs):
        names = _argument_names(objective_fn)
        _check_frequencies(names, args, nums_frequency or {}, spectra or {})
        args, minima = list(args), []
        before = known = objective_fn(*args, **kwargs)
        for i, name in zip(range(len(args)), names):
            if not _is_trained(args[i]):
                continue
            for place in _places(args[i]):
                spectrum = _spectrum(name, place, nums_frequency or {}, spectra or {})
                by, lowest = self._minimum(_moving(objective_fn, args, i, place, kwargs), spectrum, known, args[i][place])
                args[i], known = _moved(args[i], place, by), None
                minima.append(lowest)
        made = (_one_or_all(args), before)
        return made + (minima,) if full_output else made

    def _minimum(self, move, spectrum, known, here):
        """How far it is to the minimum, and the value there. Grids lie around the number 0, not around the argument."""
        if len(spectrum) == 1:
            return self.min_analytic(move, spectrum[0], known)
        waves = _lowest.sum_of_sines(move, spectrum, known)
        half, here = _np.pi / min(spectrum), float(here)
        options = {"bounds": ((-half, half),), **self.substep_kwargs}
        at, lowest = self.substep_optimizer(lambda x: waves(x - here), **options)
        return at - here, waves(at - here) if lowest is None else lowest

    @staticmethod
    def min_analytic(objective_fn, freq, f0):
        """Where a sine of this frequency is lowest next to 0, and its value there."""
        middle = objective_fn(0.0) if f0 is None else f0
        quarter = 0.5 * _np.pi / freq
        right, left = objective_fn(quarter), objective_fn(-quarter)
        mean = 0.5 * (right + left)
        phase = _np.arctan2(2 * middle - right - left, right - left)
        at = -quarter - phase / freq
        height = _np.sqrt((middle - mean) ** 2 + 0.25 * (right - left) ** 2)
        return (at + 4 * quarter if at <= -2 * quarter else at), mean - height


def _argument_names(function):
    return _host.parameters(getattr(function, "func", function))


def _places(x):
    shape = _np.shape(x)
    places = [()]
    for n in shape:
        places = [p + (i,) for p in places for i in range(n)]
    return places


def _check_frequencies(names, args, numbers, spectra):
    if not any(_is_trained(x) for x in args):
        raise ValueError("Found no parameters to optimize. The parameters to optimize have to be marked as trainable.")
    for name, x in zip(names, args):
        for place in _places(x) if _is_trained(x) else []:
            if place not in numbers.get(name, {}) and place not in spectra.get(name, {}):
                raise ValueError("Neither the number of frequencies nor the frequency spectrum was provided for the entry "
                                 f"{place} of argument {name}.")


def _spectrum(name, place, numbers, spectra):
    """The frequencies above 0."""
    number, spectrum = numbers.get(name, {}).get(place), spectra.get(name, {}).get(place)
    return [float(f) for f in (range(1, number + 1) if spectrum is None else spectrum) if f > 0]


def _moved(x, place, by):
    if not place:
        return x + by
    new = x.copy()
    new[place] = new[place] + by
    return new


def _moving(function, args, i, place, kwargs):
    return lambda by: function(*args[:i], _moved(args[i], place, by), *args[i + 1:], **kwargs)
