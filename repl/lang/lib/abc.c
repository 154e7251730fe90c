// What counts as an instance of the classes of collections.abc, and of os.PathLike: by its methods,
// or as a built-in type that is registered there.
#include "lang/lib/alias.h"

#include <string.h>

static bool has(pv v, const char *method) {
  return is_instance(v) &&
         lang_class_lookup(lang_instance(v)->cls, dbx_intern(method)).tag != PV_UNBOUND;
}
static bool one_of(pv v, const char *types) { // blank-separated, as "int "
  dbx_buf b = {0};
  dbx_printf(&b, "%s ", lang_type_name(v));
  bool yes = strstr(types, dbx_text(&b)) != NULL;
  dbx_buf_free(&b);
  return yes;
}
static bool is_iterator(pv v) {
  return is_obj(v, T_ITER) ? !((o_iter *)v.o)->view : has(v, "__next__") && has(v, "__iter__");
}
static bool is_iterable(pv v) { return is_instance(v) ? has(v, "__iter__") : lang_iterable(v); }
static bool is_hashable(pv v) {
  uint64_t h;
  if (type_of(v)->hash == type_no_hash) return false;
  if (is_instance(v)) {
    pv own = lang_class_lookup(lang_instance(v)->cls, names_now->__hash__);
    if (own.tag != PV_UNBOUND) return !is_none(own);
  }
  if (!is_instance(v) && !is_obj(v, T_SET)) return true;
  if (pv_hash(v, &h) == DBX_OK) return true;
  return dbx_diag_forget(), false;
}
static bool is_sized(pv v) {
  if (is_instance(v)) return has(v, "__len__");
  return type_of(v)->length && !(is_obj(v, T_ITER) && is_iterator(v));
}
static bool is_container(pv v) {
  return has(v, "__contains__") || (!is_instance(v) && !is_iterator(v) && is_sized(v));
}
static bool is_collection(pv v) { return is_sized(v) && is_iterable(v) && is_container(v); }
static bool is_reversible(pv v) {
  return has(v, "__reversed__") || one_of(v, "list tuple str range dict deque ");
}
static bool is_sequence(pv v) {
  return is_seq(v) || one_of(v, "str range bytes bytearray memoryview collections.deque ");
}
static bool is_mutable_sequence(pv v) {
  return is_obj(v, T_LIST) || one_of(v, "bytearray collections.deque ");
}
static bool is_mapping(pv v) { return is_obj(v, T_DICT); }
static bool is_set(pv v) { return one_of(v, "set frozenset dict_keys dict_items "); }
static bool is_mutable_set(pv v) { return is_obj(v, T_SET) && one_of(v, "set "); }
static bool is_generator(pv v) { return one_of(v, "generator "); }
static bool is_path_like(pv v) { return has(v, "__fspath__"); }
static bool is_complex(pv v) {
  return is_number(v) || (is_obj(v, T_GENERIC) && GENERIC(v)->t != DBX_BOOL);
}
static bool is_real(pv v) {
  return is_complex(v) && !is_obj(v, T_COMPLEX) &&
         !(is_obj(v, T_GENERIC) && dbx_dtype_kind(GENERIC(v)->t) == 'c');
}
static bool is_integral(pv v) {
  return is_int(v) || is_obj(v, T_BIGINT) ||
         (is_obj(v, T_GENERIC) && GENERIC(v)->t != DBX_BOOL && dbx_is_integer(GENERIC(v)->t));
}

static bool is_bytes(pv v) { return one_of(v, "bytes bytearray "); }
static bool is_keys_view(pv v) { return one_of(v, "dict_keys "); }
static bool is_items_view(pv v) { return one_of(v, "dict_items "); }
static bool is_values_view(pv v) { return one_of(v, "dict_values "); }

static const struct {
  const char *name;
  bool (*covers)(pv v);
} rows[] = {{"ByteString", is_bytes},
            {"ItemsView", is_items_view},
            {"KeysView", is_keys_view},
            {"Number", is_complex},
            {"ValuesView", is_values_view},
            {"Callable", lang_callable},
            {"Collection", is_collection},
            {"Complex", is_complex},
            {"Container", is_container},
            {"Generator", is_generator},
            {"Hashable", is_hashable},
            {"Integral", is_integral},
            {"Iterable", is_iterable},
            {"Iterator", is_iterator},
            {"Mapping", is_mapping},
            {"MutableMapping", is_mapping},
            {"MutableSequence", is_mutable_sequence},
            {"MutableSet", is_mutable_set},
            {"PathLike", is_path_like},
            {"Rational", is_integral},
            {"Real", is_real},
            {"Reversible", is_reversible},
            {"Sequence", is_sequence},
            {"Set", is_set},
            {"Sized", is_sized}};

dbx_status abc_structural(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "structural", 1, 1));
  if (!is_obj(c->at[0], T_CLASS)) return dbx_fail(DBX_E204, (dbx_span){0}, "a class is needed");
  o_class *cls = (o_class *)c->at[0].o;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].name, dbx_sym_text(cls->name))) cls->covers = rows[i].covers;
  return *ret = c->at[0], DBX_OK;
}
