// match statements: the cases one after the other, patterns by what they are (cells of kinds.def).
#include "lang/object/long_range.h"
#include "lang/run/blame.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

#include <string.h>

// What the pattern names is bound when all of it fits: the targets, and what they get.
typedef struct matching {
  o_env *env;
  dbx_vec(const dbx_node *) targets;
  o_seq *values; // a list on the root stack
} matching;

// Whether v fits.
static dbx_status fits(matching *w, const dbx_node *n, pv v, bool *ret);

// ---- values ----

static dbx_status fits_value(matching *w, const dbx_node *n, pv v, bool *ret) {
  pv want;
  DBX_TRY(lang_eval(w->env, n->a, &want));
  dbx_here = n->span;
  return lang_equal(v, want, ret);
}

static bool fits_singleton(const dbx_node *n, pv v) {
  if (n->constant == DBX_C_NONE) return is_none(v);
  return v.tag == PV_BOOL && v.i == (n->constant == DBX_C_TRUE);
}

static dbx_status bind(matching *w, const dbx_node *target, pv v) {
  if (!target) return DBX_OK;
  dbx_push(&w->targets, target);
  list_push(w->values, v);
  return DBX_OK;
}

// ---- sequences ----

// Whether the class of v lies below a class of collections.abc.
static bool is_below(pv v, const char *first, const char *second) {
  const o_seq *order = is_instance(v) ? lang_instance(v)->cls->order : NULL;
  for (uint32_t i = 0; order && i < order->n; i++) {
    const o_class *c = (o_class *)order->at[i].o;
    if (!is_obj(order->at[i], T_CLASS) || strcmp(lang_class_module(c), "collections.abc")) continue;
    const char *name = dbx_sym_text(c->name);
    if (!strcmp(name, first) || !strcmp(name, second)) return true;
  }
  return false;
}

static bool is_sequence(pv v) {
  return is_seq(v) || is_range(v) || is_obj(v, T_DEQUE) ||
         is_below(v, "Sequence", "MutableSequence");
}

// The items from..to, as a list.
static dbx_status items_between(pv v, int64_t from, int64_t to, pv *ret) {
  *ret = list_new(NULL, 0);
  lang_pin(*ret);
  for (int64_t i = from; i < to; i++) {
    pv item;
    DBX_TRY(lang_getitem(v, pv_int(i), &item));
    list_push(SEQ(*ret), item);
  }
  return lang_check_pins();
}

static dbx_status fits_item(matching *w, const dbx_node *n, pv v, int64_t i, bool *ret) {
  pv item;
  DBX_TRY(lang_getitem(v, pv_int(i), &item));
  lang_pin(item);
  return fits(w, n, item, ret);
}

static dbx_status fits_sequence(matching *w, const dbx_node *n, pv v, bool *ret) {
  int64_t length, star = -1;
  if (!is_sequence(v)) return DBX_OK;
  DBX_TRY(lang_length(v, &length));
  for (uint32_t i = 0; i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_MatchStar) star = i;
  if (star < 0 ? length != n->l.n : length < (int64_t)n->l.n - 1) return DBX_OK;
  int64_t more = length - n->l.n; // items of the star, but for one
  *ret = true;
  for (uint32_t i = 0; *ret && i < n->l.n; i++) {
    const dbx_node *one = n->l.at[i];
    pv part;
    if (i != star) {
      DBX_TRY(fits_item(w, one, v, star >= 0 && i > star ? i + more : i, ret));
    } else if (one->b) {
      DBX_TRY(items_between(v, star, star + more + 1, &part));
      DBX_TRY(bind(w, one->b, part));
    }
  }
  return DBX_OK;
}

// ---- mappings ----

static dbx_status item_of(pv v, pv key, pv *ret) { // UNBOUND: there is none
  bool has = false;
  *ret = PV(PV_UNBOUND);
  if (is_obj(v, T_DICT)) return dict_find(DICT(v), key, ret);
  DBX_TRY(lang_contains(v, key, &has));
  return has ? lang_getitem(v, key, ret) : DBX_OK;
}

static dbx_status bind_rest(matching *w, const dbx_node *n, pv v, const o_seq *keys) {
  pv rest, pair[] = {v};
  bool ignored;
  DBX_TRY(lang_call(lang_type_of(dict_new()), pair, 1, &rest));
  lang_pin(rest);
  for (uint32_t i = 0; i < keys->n; i++) DBX_TRY(dict_delete(DICT(rest), keys->at[i], &ignored));
  return bind(w, n->b, rest);
}

static dbx_status fits_mapping(matching *w, const dbx_node *n, pv v, bool *ret) {
  if (!is_obj(v, T_DICT) && !is_below(v, "Mapping", "MutableMapping")) return DBX_OK;
  pv keys = list_new(NULL, 0);
  lang_pin(keys);
  *ret = true;
  for (uint32_t i = 0; *ret && i < n->l.n; i++) {
    pv key, item;
    DBX_TRY(lang_eval(w->env, n->l.at[i], &key));
    list_push(SEQ(keys), key);
    DBX_TRY(item_of(v, key, &item));
    *ret = item.tag != PV_UNBOUND;
    if (!*ret) return DBX_OK;
    lang_pin(item);
    DBX_TRY(fits(w, n->more->m.at[i], item, ret));
  }
  return *ret && n->b ? bind_rest(w, n, v, SEQ(keys)) : DBX_OK;
}

// ---- classes ----

// Whether the one positional pattern of the class is for the value itself.
static bool is_its_own_part(pv cls) {
  static const char *const types[] = {"bool", "bytearray", "bytes", "dict", "float", "frozenset",
                                      "int",  "list",      "set",   "str",  "tuple"};
  const o_type *t = is_obj(cls, T_TYPE) ? (o_type *)cls.o : NULL;
  if (is_obj(cls, T_CLASS)) t = ((o_class *)cls.o)->builtin;
  for (size_t i = 0; t && i < sizeof types / sizeof *types; i++)
    if (!strcmp(t->name, types[i])) return true;
  return false;
}

static dbx_status fits_attribute(matching *w, const dbx_node *n, pv v, dbx_sym name, bool *ret) {
  pv item;
  *ret = false;
  dbx_status st = lang_findattr(v, name, &item);
  if (st != DBX_OK && !lang_pending_is(DBX_S_AttributeError)) return st;
  if (st != DBX_OK) return dbx_diag_forget(), DBX_OK;
  if (item.tag == PV_UNBOUND) return DBX_OK;
  lang_pin(item);
  return fits(w, n, item, ret);
}

static dbx_status too_many(pv cls, uint32_t most, uint32_t given) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "%s() accepts %u positional sub-pattern%s (%u given)",
                  lang_type_value_name(cls), most, most == 1 ? "" : "s", given);
}

static dbx_status fits_places(matching *w, const dbx_nodes *patterns, pv cls, pv v, bool *ret) {
  pv names;
  DBX_TRY(lang_findattr(cls, dbx_intern("__match_args__"), &names));
  if (names.tag == PV_UNBOUND && is_its_own_part(cls))
    return patterns->n == 1 ? fits(w, patterns->at[0], v, ret) : too_many(cls, 1, patterns->n);
  if (names.tag != PV_UNBOUND && !is_obj(names, T_TUPLE))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s.__match_args__ must be a tuple (got %s)",
                    lang_type_value_name(cls), lang_type_name(names));
  uint32_t most = names.tag == PV_UNBOUND ? 0 : SEQ(names)->n;
  if (patterns->n > most) return too_many(cls, most, patterns->n);
  lang_pin(names);
  for (uint32_t i = 0; *ret && i < patterns->n; i++) {
    pv name = SEQ(names)->at[i];
    if (!is_str(name))
      return dbx_fail(DBX_E204, (dbx_span){0}, "__match_args__ elements must be strings (got %s)",
                      lang_type_name(name));
    DBX_TRY(fits_attribute(w, patterns->at[i], v, dbx_intern_n(STR(name)->s, STR(name)->n), ret));
  }
  return DBX_OK;
}

static dbx_status fits_class(matching *w, const dbx_node *n, pv v, bool *ret) {
  pv cls;
  DBX_TRY(lang_eval(w->env, n->a, &cls));
  lang_pin(cls);
  dbx_here = n->span;
  if (!is_obj(cls, T_CLASS) && !is_obj(cls, T_TYPE) && !is_obj(cls, T_DTYPE) &&
      !is_obj(cls, T_ALIAS))
    return dbx_fail(DBX_E204, n->a->span, "called match pattern must be a class");
  DBX_TRY(lang_isinstance(v, cls, ret));
  if (*ret && n->more->m.n) DBX_TRY(fits_places(w, &n->more->m, cls, v, ret));
  for (uint32_t i = 0; *ret && i < n->l.n; i++)
    DBX_TRY(fits_attribute(w, n->more->n.at[i], v, n->l.at[i]->name, ret));
  return DBX_OK;
}

// ---- all of it ----

static dbx_status fits_any(matching *w, const dbx_node *n, pv v, bool *ret) {
  uint32_t before = w->values->n;
  for (uint32_t i = 0; !*ret && i < n->l.n; i++) {
    w->targets.n = w->values->n = before; // what an alternative that does not fit has named
    DBX_TRY(fits(w, n->l.at[i], v, ret));
  }
  return DBX_OK;
}

static dbx_status fits_as(matching *w, const dbx_node *n, pv v, bool *ret) {
  *ret = true;
  if (n->a) DBX_TRY(fits(w, n->a, v, ret));
  return *ret ? bind(w, n->b, v) : DBX_OK;
}

static dbx_status fits(matching *w, const dbx_node *n, pv v, bool *ret) {
  *ret = false;
  switch ((dbx_node_kind)n->kind) {
  case DBX_N_MatchValue: return fits_value(w, n, v, ret);
  case DBX_N_MatchSingleton: return *ret = fits_singleton(n, v), DBX_OK;
  case DBX_N_MatchSequence: return fits_sequence(w, n, v, ret);
  case DBX_N_MatchMapping: return fits_mapping(w, n, v, ret);
  case DBX_N_MatchClass: return fits_class(w, n, v, ret);
  case DBX_N_MatchOr: return fits_any(w, n, v, ret);
  default: return fits_as(w, n, v, ret);
  }
}

// The pattern, then the guard.
static dbx_status case_fits(o_env *env, const dbx_node *n, pv v, bool *ret) {
  uint32_t mark = lang_pins();
  pv values = list_new(NULL, 0);
  lang_pin(values);
  matching w = {.env = env, .values = SEQ(values)};
  dbx_status st = fits(&w, n->a, v, ret);
  for (uint32_t i = 0; st == DBX_OK && *ret && i < w.targets.n; i++)
    st = lang_store(env, w.targets.at[i], w.values->at[i]);
  dbx_vec_free(&w.targets);
  lang_unpin(mark);
  if (st != DBX_OK || !*ret || !n->b) return st;
  pv test;
  DBX_TRY(lang_eval(env, n->b, &test));
  return lang_test(n->b, test, ret);
}

flow exec_match(o_env *env, const dbx_node *n, pv *ret) {
  pv v = lang_value(env, n->a);
  if (v.tag == PV_UNBOUND) return FLOW_FAIL;
  lang_pin(v);
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *one = n->l.at[i];
    bool yes;
    dbx_here = one->span;
    if (case_fits(env, one, v, &yes) != DBX_OK) return FLOW_FAIL;
    if (yes) return lang_exec(env, &one->l, ret);
  }
  return FLOW_NEXT;
}

// Of a generator's case: whether what lies in its slot fits.
pv eval_case(o_env *env, const dbx_node *n) {
  pv v = lang_value(env, n->more->c);
  uint32_t mark = lang_pins();
  bool yes;
  if (v.tag == PV_UNBOUND) return v;
  lang_pin(v);
  dbx_status st = case_fits(env, n, v, &yes);
  lang_unpin(mark);
  return st == DBX_OK ? pv_bool(yes) : PV(PV_UNBOUND);
}
