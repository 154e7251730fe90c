"""What a PyTreeDef can do, and keys as values."""
import catalyst
import jax

tu = jax.tree_util
s = tu.tree_structure
t = s([1, (2, {"k": 3}), None])
print(t.num_leaves, t.num_nodes, t.children(), t.node_data())
print(s({"b": 1, "a": 2}).node_data(), s(1).node_data(), s(None).node_data(), s(()).node_data())
print(t.flatten_up_to([1, ([2], {"k": (3, 4)}), None]))
print(s((1, 2)).compose(s({"a": 0})), t.unflatten("xyz"))
print(tu.treedef_is_leaf(t), tu.treedef_is_leaf(s(1)), tu.treedef_tuple([s(1), s([])]), tu.treedef_children(s((1, [2]))))
print(t == s([4, (5, {"k": 6}), None]), t != s([4, (5, {"j": 6}), None]), hash(s([1])) == hash(s([2])))
print(tu.all_leaves([1, "a"]), tu.all_leaves([1, [2]]), tu.all_leaves([None]))
print(tu.tree_leaves_with_path({"a": [1, (2,)], "b": 3}))
print(tu.tree_flatten([1, [2, 3], 4], is_leaf=lambda v: isinstance(v, list) and len(v) == 2))
for k in (tu.SequenceKey(1), tu.DictKey("a"), tu.GetAttrKey("x"), tu.FlattenedIndexKey(2)):
    print(str(k), repr(k), tu.keystr((k, k)))
print(tu.DictKey("a") == tu.DictKey("a"), tu.DictKey("a") == tu.GetAttrKey("a"), tu.SequenceKey(3).idx, tu.DictKey(4).key, tu.GetAttrKey("n").name)
print(isinstance(tu.DictKey(1), tu.DictKey), isinstance(tu.DictKey(1), tu.SequenceKey))


@tu.register_static
class Mode:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Mode({self.name})"


print(tu.tree_flatten([Mode("fast"), 1]), tu.tree_map(lambda v: v + 1, (Mode("fast"), 1)))


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b


tu.register_pytree_with_keys(Pair, lambda p: (((tu.GetAttrKey("a"), p.a), (tu.GetAttrKey("b"), p.b)), "pair"), lambda _, k: Pair(*k))
print(tu.tree_flatten_with_path(Pair(1, [2, Pair(3, 4)])))
print(tu.tree_map_with_path(lambda path, v, w: tu.keystr(path) + str(v + w), {"x": 1, "y": (2,)}, {"x": 10, "y": (20,)}))
