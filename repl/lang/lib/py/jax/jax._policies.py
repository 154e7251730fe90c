"""jax.checkpoint_policies: what derivatives keep of the values of a function under jax.checkpoint."""
import types


def everything_saveable(*_, **__):
    return True


def nothing_saveable(*_, **__):
    return False


def dots_saveable(prim, *_, **__):
    return prim.name == "dot_general"


def dot_with_no_batch_dims_saveable(prim, *_, **params):
    return prim.name == "dot_general" and params["dimension_numbers"][1] == ((), ())


def save_anything_except_these_names(*names):
    def policy(prim, *_, **params):
        return prim.name != "name" or params["name"] not in names
    return policy


def save_any_names_but_these(*names):
    def policy(prim, *_, **params):
        return prim.name == "name" and params["name"] not in names
    return policy


def save_only_these_names(*names):
    def policy(prim, *_, **params):
        return prim.name == "name" and params["name"] in names
    return policy


def save_from_both_policies(policy_1, policy_2):
    def policy(prim, *types, **params):
        return policy_1(prim, *types, **params) or policy_2(prim, *types, **params)
    return policy


checkpoint_policies = types.SimpleNamespace(
    everything_saveable=everything_saveable,
    nothing_saveable=nothing_saveable,
    dots_saveable=dots_saveable,
    checkpoint_dots=dots_saveable,
    dots_with_no_batch_dims_saveable=dot_with_no_batch_dims_saveable,
    checkpoint_dots_with_no_batch_dims=dot_with_no_batch_dims_saveable,
    save_anything_except_these_names=save_anything_except_these_names,
    save_any_names_but_these=save_any_names_but_these,
    save_only_these_names=save_only_these_names,
    save_from_both_policies=save_from_both_policies,
)
