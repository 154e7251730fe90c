"""jax.tree_util: names that came after jax 0.4.23."""
import dataclasses as _dataclasses
from jax.tree_util import GetAttrKey as _GetAttrKey, register_pytree_with_keys as _register


def _fields_of(nodetype, data_fields, meta_fields):
    if (data_fields is None) != (meta_fields is None):
        raise TypeError("register_dataclass: data_fields and meta_fields must both be specified when either is specified. "
                        f"Got data_fields={data_fields!r} meta_fields={meta_fields!r}.")
    if data_fields is None:
        if not _dataclasses.is_dataclass(nodetype):
            raise TypeError("register_dataclass: data_fields and meta_fields are required when nodetype is not a "
                            f"dataclass. Got nodetype={nodetype}.")
        fields = [f for f in _dataclasses.fields(nodetype) if f.init]
        data_fields = [f.name for f in fields if not f.metadata.get("static", False)]
        meta_fields = [f.name for f in fields if f.metadata.get("static", False)]
    return tuple(data_fields), tuple(meta_fields)


def register_dataclass(nodetype, data_fields=None, meta_fields=None, drop_fields=()):
    """Data are children of the node; the rest is a part of the tree's structure."""
    data, meta = _fields_of(nodetype, data_fields, meta_fields)
    if _dataclasses.is_dataclass(nodetype):
        known = {f.name for f in _dataclasses.fields(nodetype) if f.init} - set(drop_fields)
        given = {*data, *meta}
        if given != known:
            raise ValueError("data_fields and meta_fields must include all dataclass fields with ``init=True`` and only them: "
                             f"Missing fields: {known - given}. Unexpected fields: {given - known}.")

    def with_keys(x):
        return tuple((_GetAttrKey(name), getattr(x, name)) for name in data), tuple(getattr(x, name) for name in meta)

    def without_keys(x):
        return tuple(getattr(x, name) for name in data), tuple(getattr(x, name) for name in meta)

    def make(aux, children):
        return nodetype(**dict(zip(data, children)), **dict(zip(meta, aux)))

    _register(nodetype, with_keys, make, without_keys)
    return nodetype
