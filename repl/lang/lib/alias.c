// Types with arguments, and unions of types: list[int], int | None, typing.Optional[int] (cells of
// types.def). They are values that print and compare; nothing is checked by them.
#include "lang/lib/alias.h"

#include "base/poll.h"
#include "lang/lib/builtins.h"

#include <string.h>

static o_alias *of(pv v) { return (o_alias *)v.o; }

pv alias_new(alias_kind kind, const char *head, pv origin, pv args) {
  o_alias *a = heap_new(T_ALIAS, sizeof *a);
  a->kind = (uint8_t)kind, a->head = head, a->origin = origin;
  a->args = args.tag == PV_UNBOUND ? NULL : SEQ(args);
  return pv_obj(a);
}

static bool is_kind(pv v, alias_kind kind) { return is_obj(v, T_ALIAS) && of(v)->kind == kind; }

const char *alias_name(pv v) {
  static const char *const names[] = {[ALIAS_PLAIN] = "types.GenericAlias",
                                      [ALIAS_TYPING] = "typing._GenericAlias",
                                      [ALIAS_NAME] = "typing._SpecialForm",
                                      [ALIAS_UNION] = "types.UnionType",
                                      [ALIAS_TYPING_UNION] = "typing._UnionGenericAlias",
                                      [ALIAS_VAR] = "typing.TypeVar"};
  return names[of(v)->kind];
}

// ---- text ----

static dbx_status put_type(pv v, bool typing, dbx_buf *b);

static dbx_status put_types(const o_seq *s, const char *between, bool typing, dbx_buf *b) {
  for (uint32_t i = 0; i < s->n; i++) {
    if (i) dbx_put(b, between);
    DBX_TRY(put_type(s->at[i], typing, b));
  }
  return DBX_OK;
}

// As an argument: int, __main__.Node, ..., [int, str].
static dbx_status put_type(pv v, bool typing, dbx_buf *b) {
  if (is_none(v)) return dbx_put(b, typing ? "NoneType" : "None"), DBX_OK;
  if (v.tag == PV_ELLIPSIS) return dbx_put(b, "..."), DBX_OK;
  if (is_obj(v, T_TYPE)) return dbx_put(b, ((o_type *)v.o)->name), DBX_OK;
  if (is_obj(v, T_CLASS)) {
    const char *module = lang_class_module((o_class *)v.o);
    if (strcmp(module, "builtins")) dbx_printf(b, "%s.", module);
    return dbx_put(b, lang_type_value_name(v)), DBX_OK;
  }
  if (!is_obj(v, T_LIST)) return lang_repr(v, b);
  DBX_TRY(lang_enter(""));
  dbx_putc(b, '[');
  dbx_status st = put_types(SEQ(v), ", ", typing, b);
  lang_leave();
  return dbx_putc(b, ']'), st;
}

static dbx_status put_alias(const o_alias *a, dbx_buf *b) {
  bool typing = a->kind == ALIAS_TYPING;
  if (a->kind == ALIAS_UNION) return put_types(a->args, " | ", false, b);
  if (a->kind == ALIAS_TYPING_UNION) {
    bool second = a->args->n == 2 && is_none(a->args->at[1]),
         first = a->args->n == 2 && is_none(a->args->at[0]);
    dbx_put(b, first || second ? "typing.Optional[" : "typing.Union[");
    DBX_TRY(first || second ? put_type(a->args->at[first], true, b)
                            : put_types(a->args, ", ", true, b));
    return dbx_putc(b, ']'), DBX_OK;
  }
  if (a->head) dbx_put(b, a->head);
  else DBX_TRY(put_type(a->origin, false, b));
  if (!a->args) return DBX_OK;
  dbx_putc(b, '[');
  if (!a->args->n) dbx_put(b, "()");
  DBX_TRY(put_types(a->args, ", ", typing, b));
  return dbx_putc(b, ']'), DBX_OK;
}

dbx_status alias_text(pv v, bool str, dbx_buf *b) {
  (void)str;
  DBX_TRY(lang_enter(""));
  dbx_status st = put_alias(of(v), b);
  lang_leave();
  return st;
}

// ---- equality ----

static bool is_union(const o_alias *a) {
  return a->kind == ALIAS_UNION || a->kind == ALIAS_TYPING_UNION;
}

static dbx_status holds(const o_seq *s, pv v, bool *ret) {
  *ret = false;
  for (uint32_t i = 0; i < s->n && !*ret; i++) DBX_TRY(lang_equal(s->at[i], v, ret));
  return DBX_OK;
}

dbx_status alias_equal(pv x, pv y, bool *ret) {
  const o_alias *a = of(x), *b = of(y);
  *ret = false;
  if (a->kind == ALIAS_VAR || b->kind == ALIAS_VAR || is_union(a) != is_union(b)) return DBX_OK;
  if (!a->args || !b->args)
    return *ret = a->args == b->args && a->head == b->head && pv_same(a->origin, b->origin), DBX_OK;
  if (a->args->n != b->args->n) return DBX_OK;
  if (!is_union(a)) {
    if (a->head != b->head || !pv_same(a->origin, b->origin)) return DBX_OK;
    *ret = true;
    for (uint32_t i = 0; i < a->args->n && *ret; i++)
      DBX_TRY(lang_equal(a->args->at[i], b->args->at[i], ret));
    return DBX_OK;
  }
  *ret = true;
  for (uint32_t i = 0; i < a->args->n && *ret; i++) DBX_TRY(holds(b->args, a->args->at[i], ret));
  return DBX_OK;
}

// Equal ones have as many arguments.
dbx_status alias_hash(pv v, uint64_t *ret) {
  const o_alias *a = of(v);
  if (a->kind == ALIAS_VAR) return *ret = dbx_mix(11, (uint64_t)(uintptr_t)a), DBX_OK;
  return *ret = dbx_mix(12, is_union(a) ? 1 : (uint64_t)(uintptr_t)a->head) +
                (a->args ? a->args->n : 0),
         DBX_OK;
}

// ---- unions ----

static bool is_type(pv v) {
  return is_none(v) || is_obj(v, T_TYPE) || is_obj(v, T_CLASS) || is_obj(v, T_ALIAS) ||
         (is_obj(v, T_DTYPE) && ((o_dtype *)v.o)->is_class);
}

static dbx_status add_member(o_seq *to, pv v) {
  bool known;
  if (is_obj(v, T_ALIAS) && is_union(of(v))) {
    for (uint32_t i = 0; i < of(v)->args->n; i++) DBX_TRY(add_member(to, of(v)->args->at[i]));
    return DBX_OK;
  }
  DBX_TRY(holds(to, v, &known));
  if (!known) list_push(to, v);
  return DBX_OK;
}

static dbx_status union_of(alias_kind kind, const pv *at, uint32_t n, pv *ret) {
  uint32_t mark = lang_pins();
  pv members = list_new(NULL, 0);
  lang_pin(members);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) st = add_member(SEQ(members), at[i]);
  if (st == DBX_OK)
    *ret = SEQ(members)->n == 1 ? SEQ(members)->at[0]
                                : alias_new(kind, NULL, PV(PV_UNBOUND),
                                            tuple_new(SEQ(members)->at, SEQ(members)->n));
  lang_unpin(mark);
  return st;
}

static bool is_of_typing(pv v) {
  return is_obj(v, T_ALIAS) && of(v)->kind != ALIAS_PLAIN && of(v)->kind != ALIAS_UNION;
}

dbx_status alias_binary(dbx_op op, pv x, pv y, pv *ret) {
  pv both[] = {x, y};
  *ret = PV(PV_NOTIMPLEMENTED);
  bool text = is_of_typing(x) ? is_str(y) : is_of_typing(y) && is_str(x);
  if (op != DBX_OP_BitOr || (!text && (!is_type(x) || !is_type(y)))) return DBX_OK;
  bool typing = is_of_typing(x) || is_of_typing(y);
  return union_of(typing ? ALIAS_TYPING_UNION : ALIAS_UNION, both, 2, ret);
}

// ---- arguments ----

static pv arguments_of(pv i) { return is_obj(i, T_TUPLE) ? i : tuple_new(&i, 1); }

static dbx_status no_arguments(pv x) {
  dbx_buf b = {0};
  dbx_status st = lang_repr(x, &b);
  if (st == DBX_OK) dbx_fail_(DBX_E204, (dbx_span){0}, "%s is not subscriptable", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

// Dict[K, V][str, int]: what is given takes the places of the variables, in the order in which they
// occur first.
static dbx_status replace_variables(const o_alias *a, pv given, pv *ret) {
  uint32_t mark = lang_pins();
  pv vars = list_new(NULL, 0), args = tuple_new(a->args->at, a->args->n);
  lang_pin(vars), lang_pin(args);
  for (uint32_t i = 0; i < a->args->n; i++) {
    uint32_t k = 0;
    if (!is_kind(a->args->at[i], ALIAS_VAR)) continue;
    while (k < SEQ(vars)->n && !pv_same(SEQ(vars)->at[k], a->args->at[i])) k++;
    if (k == SEQ(vars)->n) list_push(SEQ(vars), a->args->at[i]);
    if (k < SEQ(given)->n) SEQ(args)->at[i] = SEQ(given)->at[k];
  }
  bool fits = SEQ(vars)->n == SEQ(given)->n;
  lang_unpin(mark);
  if (!fits) return no_arguments(pv_obj((o_alias *)a));
  if (is_union(a)) return union_of((alias_kind)a->kind, SEQ(args)->at, SEQ(args)->n, ret);
  return *ret = alias_new((alias_kind)a->kind, a->head, a->origin, args), DBX_OK;
}

dbx_status alias_item(pv x, pv i, pv *ret) {
  o_alias *a = of(x);
  pv args = arguments_of(i);
  uint32_t mark = lang_pins();
  lang_pin(args);
  dbx_status st = DBX_OK;
  if (a->args) st = replace_variables(a, args, ret);
  else if (a->kind == ALIAS_VAR || a->kind == ALIAS_NAME) st = no_arguments(x);
  else if (!strcmp(a->head, "typing.Union"))
    st = union_of(ALIAS_TYPING_UNION, SEQ(args)->at, SEQ(args)->n, ret);
  else if (!strcmp(a->head, "typing.Optional") && SEQ(args)->n == 1)
    st = union_of(ALIAS_TYPING_UNION, (pv[]){SEQ(args)->at[0], pv_none()}, 2, ret);
  else *ret = alias_new(ALIAS_TYPING, a->head, a->origin, args);
  lang_unpin(mark);
  return st;
}

static bool is_generic(const o_type *t) {
  static const char *const generic[] = {"list",      "dict",   "tuple", "set", "frozenset", "type",
                                        "enumerate", "filter", "map",   "zip", "slice"};
  for (size_t k = 0; k < sizeof generic / sizeof *generic; k++)
    if (!strcmp(t->name, generic[k])) return true;
  return strchr(t->name, '.'); // collections.deque
}

dbx_status type_item(pv x, pv i, pv *ret) {
  const o_type *t = (o_type *)x.o;
  if (is_generic(t)) return *ret = alias_new(ALIAS_PLAIN, NULL, x, arguments_of(i)), DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "type '%s' is not subscriptable", t->name);
}

// C[int], by __class_getitem__, or as the built-in type below it.
dbx_status class_item(pv x, pv i, pv *ret) {
  dbx_sym name = dbx_intern("__class_getitem__");
  DBX_TRY(class_call_meta(x, names_now->__getitem__, &i, 1, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  const o_class *c = (o_class *)x.o;
  pv fn = lang_class_lookup(c, name), both[] = {x, i};
  if (fn.tag == PV_UNBOUND && c->builtin && is_generic(c->builtin))
    return *ret = alias_new(ALIAS_PLAIN, NULL, x, arguments_of(i)), DBX_OK;
  if (fn.tag == PV_UNBOUND)
    return dbx_fail(DBX_E204, (dbx_span){0}, "type '%s' is not subscriptable",
                    lang_type_value_name(x));
  if (is_obj(fn, T_FUNCTION) || is_native(fn)) return lang_call(fn, both, 2, ret);
  DBX_TRY(lang_getattr(x, name, &fn));
  return lang_call(fn, &i, 1, ret);
}

// ---- attributes, calls ----

dbx_status alias_attr(pv x, dbx_sym name, pv *ret) {
  const o_alias *a = of(x);
  const char *n = dbx_sym_text(name), *dot = a->head ? strrchr(a->head, '.') : NULL;
  if (!strcmp(n, "__args__")) return *ret = a->args ? pv_obj(a->args) : tuple_new(NULL, 0), DBX_OK;
  if (!strcmp(n, "__origin__") && a->origin.tag != PV_UNBOUND) return *ret = a->origin, DBX_OK;
  if (a->head && (name == names_now->__name__ || name == names_now->__qualname__))
    return *ret = str_of(dot ? dot + 1 : a->head + 1), DBX_OK;
  if (n[0] == '_' && n[1] == '_' && name != names_now->__name__ && name != names_now->__doc__)
    return DBX_OK;
  return a->origin.tag == PV_UNBOUND ? DBX_OK : lang_findattr(a->origin, name, ret);
}

dbx_status alias_call(const call_args *c, pv *ret) {
  const o_alias *a = of(c->fn);
  if (a->origin.tag != PV_UNBOUND) return lang_call_args(a->origin, c, ret);
  dbx_buf b = {0};
  dbx_status st = alias_text(c->fn, false, &b);
  if (st == DBX_OK) dbx_fail_(DBX_E204, (dbx_span){0}, "Cannot instantiate %s", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

void alias_visit(obj *o, void (*child)(obj *o)) {
  visit_value(((o_alias *)o)->origin, child);
  visit_held(((o_alias *)o)->args, child);
}

// ---- what the texts of typing and collections.abc are made of ----

// form("List", list): typing.List. Without an origin it is a name, or something to be subscripted.
static dbx_status typing_form(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "form", 1, 3));
  if (!is_str(c->at[0])) return dbx_fail(DBX_E204, (dbx_span){0}, "a name is needed");
  bool name = c->n == 3;
  const char *head = dbx_sym_text(dbx_intern_n(STR(c->at[0])->s, STR(c->at[0])->n));
  pv origin = c->n > 1 && !is_none(c->at[1]) ? c->at[1] : PV(PV_UNBOUND);
  return *ret = alias_new(name ? ALIAS_NAME : ALIAS_TYPING, head, origin, PV(PV_UNBOUND)), DBX_OK;
}

static dbx_status typing_variable(const call_args *c, pv *ret) {
  dbx_buf b = {0};
  if (!c->n || !is_str(c->at[0]))
    return dbx_fail(DBX_E202, (dbx_span){0}, "TypeVar() missing required argument 'name' (pos 1)");
  dbx_printf(&b, "~%.*s", (int)STR(c->at[0])->n, STR(c->at[0])->s);
  const char *head = dbx_sym_text(dbx_intern(dbx_text(&b)));
  dbx_buf_free(&b);
  return *ret = alias_new(ALIAS_VAR, head, PV(PV_UNBOUND), PV(PV_UNBOUND)), DBX_OK;
}

// The __class_getitem__ of generic classes.
static dbx_status generic_item(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "__class_getitem__", 2, 2));
  bool typing =
      is_obj(c->at[0], T_CLASS) && !strcmp(lang_class_module((o_class *)c->at[0].o), "typing");
  return *ret =
             alias_new(typing ? ALIAS_TYPING : ALIAS_PLAIN, NULL, c->at[0], arguments_of(c->at[1])),
         DBX_OK;
}

static dbx_status get_typing(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {{"form", typing_form},
                                    {"variable", typing_variable},
                                    {"generic_item", generic_item},
                                    {"structural", abc_structural},
                                    {NULL, NULL}};
  (void)m;
  return *ret = native_of_rows(rows, name), DBX_OK;
}

const lang_module lang_module_typing = {"_typing", get_typing};
