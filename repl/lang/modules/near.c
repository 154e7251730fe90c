// See near.h. Modules that are written in C answer questions for a name and list none: what the
// tables of functions hold is asked for.
#include "lang/modules/near.h"

#include "jnp/jnp.h"
#include "lang/jax/compiled.h"
#include "lang/modules/modules.h"
#include "lang/modules/python.h"
#include "lang/np/np.h"
#include "numpy/nd.h"

#include <stdio.h>
#include <string.h>

static void near_keys(const o_dict *d, dbx_nearest *n) {
  uint32_t i = 0;
  dict_entry *e;
  bool hidden = *n->name == '_';
  while (d && dict_next(d, &i, &e))
    if (is_str(e->key) && (hidden || *STR(e->key)->s != '_')) dbx_nearest_try(n, STR(e->key)->s);
}

// ---- modules ----

static const char *text_name(size_t i) { return python_texts[i].name; }

static const char *(*const tables[])(size_t i) = {lang_module_name, text_name};
enum { TABLES = sizeof tables / sizeof *tables };

void lang_near_module(dbx_nearest *n) {
  for (size_t t = 0; t < TABLES; t++)
    for (size_t i = 0; tables[t](i); i++)
      if (*tables[t](i) != '_' && !strstr(tables[t](i), "._")) dbx_nearest_try(n, tables[t](i));
}

bool lang_is_module(const char *name) {
  for (size_t t = 0; t < TABLES; t++)
    for (size_t i = 0; tables[t](i); i++)
      if (!strcmp(tables[t](i), name)) return true;
  return false;
}

// The modules right below this one, but for those that are the library's own.
static void near_children(const char *of, dbx_nearest *n) {
  size_t length = strlen(of);
  for (size_t t = 0; t < TABLES; t++)
    for (size_t i = 0; tables[t](i); i++) {
      const char *name = tables[t](i);
      if (!strncmp(name, of, length) && name[length] == '.' && name[length + 1] != '_' &&
          !strchr(name + length + 1, '.'))
        dbx_nearest_try(n, name + length + 1);
    }
}

// A name of some module, if this one has it too.
static void ask(const o_module *m, const char *name, dbx_nearest *n) {
  pv found;
  if (!dbx_nearest_wants(n, name)) return;
  if (lang_findattr(pv_obj((o_module *)m), dbx_intern(name), &found) != DBX_OK) dbx_diag_forget();
  else if (found.tag != PV_UNBOUND) dbx_nearest_try(n, name);
}

static void ask_words(const o_module *m, const char *words, dbx_nearest *n) {
  char word[DBX_NEAREST_MAX];
  for (const char *at = words; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    ask(m, word, n);
    at += length;
  }
}

static void near_of_python(const o_module *m, dbx_nearest *n) {
  uint32_t n_rows;
  const python_name *rows = python_names(&n_rows);
  for (uint32_t i = 0; i < n_rows; i++) {
    pv where;
    if (strcmp(rows[i].module, m->def->name) || !python_name_is_offered(&rows[i])) continue;
    if (*rows[i].name != '*') dbx_nearest_try(n, rows[i].name);
    else if (python_import(rows[i].where, &where) != DBX_OK) dbx_diag_forget();
    else near_keys(((o_module *)where.o)->globals, n);
  }
}

static void near_of_module(const o_module *m, dbx_nearest *n) {
  static const char *const numbers =
      "pi e inf nan euler_gamma newaxis dtype shape ndim size result_type promote_types issubdtype "
      "ndarray integer floating inexact number";
  if (m->globals) {
    near_keys(m->globals, n);
    return;
  }
  for (const dbx_function *f = dbx_function_next(NULL); f; f = dbx_function_next(f))
    ask(m, f->name, n);
  for (uint32_t i = 0; np_function_name(i); i++) ask(m, np_function_name(i), n);
  for (uint32_t i = 0; nd_ufunc_known(i); i++) ask(m, nd_ufunc_known(i), n);
  for (int t = 0; t < DBX_DTYPES; t++) ask(m, dbx_dtype_name((dbx_dtype)t), n);
  near_of_python(m, n);
  ask_words(m, numbers, n);
  if (m->def->also) ask_words(m, m->def->also, n);
  near_children(m->def->name, n);
}

// ---- values ----

static void near_of_class(const o_class *c, dbx_nearest *n) {
  for (uint32_t i = 0; i < c->order->n; i++)
    if (is_obj(c->order->at[i], T_CLASS)) near_keys(((o_class *)c->order->at[i].o)->dict, n);
}

static void near_of_array(pv x, dbx_nearest *n) {
  bool attribute;
  dbx_nearest_words(n, "shape dtype ndim size T real imag");
  if (!is_array(x)) {
    for (uint32_t i = 0; np_method_name(i); i++) dbx_nearest_try(n, np_method_name(i));
    dbx_nearest_words(n, "itemsize nbytes flat strides base flags");
    return;
  }
  dbx_nearest_words(n, "at aval weak_type mT itemsize nbytes");
  for (const dbx_function *f = dbx_function_next(NULL); f; f = dbx_function_next(f))
    if (dbx_array_method(f->name, &attribute)) dbx_nearest_try(n, f->name);
}

void lang_near_attribute(pv x, dbx_nearest *n) {
  if (is_obj(x, T_MODULE)) {
    near_of_module((const o_module *)x.o, n);
    return;
  }
  if (is_obj(x, T_CLASS)) near_of_class((const o_class *)x.o, n);
  if (is_instance(x)) {
    near_keys(lang_instance(x)->dict, n);
    near_of_class(lang_instance(x)->cls, n);
  }
  if (is_array(x) || is_obj(x, T_NDARRAY) || is_obj(x, T_GENERIC)) near_of_array(x, n);
  if (is_obj(x, T_SLICE) || is_obj(x, T_RANGE)) dbx_nearest_words(n, "start stop step");
  if (is_obj(x, T_AT)) dbx_nearest_words(n, "set add multiply mul min max divide power get apply");
  if (is_obj(x, T_PARTIAL)) dbx_nearest_words(n, "func args keywords");
  if (is_number(x)) dbx_nearest_words(n, "real imag numerator denominator");
  for (const native_row *r = type_built_in(x)->methods; r && r->name; r++)
    dbx_nearest_try(n, r->name);
}

// ---- arguments ----

// Parameters of a signature that can be given by name, "a, axis=None, *, keepdims=False".
static void near_of_signature(const char *signature, dbx_nearest *n) {
  const char *slash = strstr(signature, "/");
  for (const char *at = slash ? slash + 1 : signature; *at;) {
    at += strspn(at, ", ");
    size_t name = strcspn(at, ",= ");
    if (*at != '*') dbx_nearest_part(n, at, name);
    for (int depth = 0; *at && (depth || *at != ','); at++) depth += (*at == '(') - (*at == ')');
  }
}

static void near_of_parameters(const o_function *f, dbx_nearest *n) {
  const dbx_nodes *const parts[] = {&f->node->a->more->m, &f->node->a->more->n};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    for (uint32_t i = 0; i < parts[k]->n; i++)
      dbx_nearest_try(n, dbx_sym_text(parts[k]->at[i]->name));
}

static void near_of_native(const o_native *f, dbx_nearest *n) {
  static const char *const words[][2] = {
      {"for_loop", "allow_array_resizing"},
      {"while_loop", "allow_array_resizing"},
      {"qjit", "abstracted_axes static_argnums autograph"},
      {"jit", "abstracted_axes static_argnums static_argnames"},
  };
  for (const dbx_function *k = dbx_function_next(NULL); k; k = dbx_function_next(k))
    if (f->data == k) near_of_signature(k->signature, n);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(f->name, words[i][0])) dbx_nearest_words(n, words[i][1]);
}

void lang_near_keyword(pv f, dbx_nearest *n) {
  pv made = PV(PV_UNBOUND);
  if (is_obj(f, T_METHOD)) f = ((o_method *)f.o)->fn;
  if (is_obj(f, T_QJIT)) f = ((o_qjit *)f.o)->original;
  if (is_obj(f, T_CLASS) && lang_findattr(f, dbx_intern("__init__"), &made) != DBX_OK)
    dbx_diag_forget();
  if (made.tag != PV_UNBOUND) f = made;
  if (is_obj(f, T_FUNCTION)) near_of_parameters((const o_function *)f.o, n);
  else if (is_native(f)) near_of_native((const o_native *)f.o, n);
}
