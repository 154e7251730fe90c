// See library.h: which values callers give and get, and what they are called.
#include "lower/library/library.h"

#include "base/diag.h"

#include <ctype.h>
#include <string.h>

const char library_entry[] = "dbx_built_entry";

dbx_var library_argument(const dbx_jaxpr *j, uint32_t k) {
  for (uint32_t i = 0; i < j->n_const; i++)
    if (!j->consts || !j->consts[i])
      if (k-- == 0) return j->constvars[i];
  return j->invars[k];
}

static uint32_t open_constants(const dbx_jaxpr *j) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < j->n_const; i++) n += !j->consts || !j->consts[i];
  return n;
}

uint32_t library_argument_count(const dbx_jaxpr *j) { return open_constants(j) + j->n_in; }

// ---- identifiers ----

static bool is_keyword(const char *name) {
  static const char words[] =
      " alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl "
      "concept const consteval constexpr constinit const_cast continue co_await co_return co_yield "
      "decltype default delete do double dynamic_cast else enum explicit export extern false float "
      "for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr "
      "operator "
      "or or_eq private protected public register reinterpret_cast requires restrict return short "
      "signed sizeof static static_assert static_cast struct switch template this thread_local "
      "throw "
      "true try typedef typeid typename typeof typeof_unqual union unsigned using virtual void "
      "volatile wchar_t while xor xor_eq ";
  size_t n = strlen(name);
  for (const char *at = words; (at = strstr(at, name)); at++)
    if (at[-1] == ' ' && at[n] == ' ') return true;
  return false;
}

static char *identifier(const char *text) {
  dbx_buf b = {0};
  if (!isalpha((unsigned char)*text) && *text != '_') dbx_put(&b, "v_");
  for (; *text; text++) dbx_putc(&b, isalnum((unsigned char)*text) ? *text : '_');
  while (b.n > 1 && b.at[b.n - 1] == '_') b.at[--b.n] = 0;
  if (is_keyword(dbx_text(&b))) dbx_putc(&b, '_');
  char *ret = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
  return ret;
}

static bool is_taken(const library *l, const char *name) {
  for (uint32_t i = 0; i < l->args.n; i++)
    if (!strcmp(l->args.at[i].name, name)) return true;
  return false;
}

static char *argument_name(const library *l, const char *text) {
  char *name = identifier(text);
  for (uint32_t n = 2; is_taken(l, name); n++) {
    dbx_buf b = {0};
    dbx_printf(&b, "%s_%u", text, n);
    free(name);
    name = identifier(dbx_text(&b));
    dbx_buf_free(&b);
  }
  return name;
}

// ---- values ----

static char *type_text(dbx_aval a, const dbx_names *letters) {
  dbx_buf b = {0};
  dbx_put_aval(&b, a, letters);
  char *ret = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
  return ret;
}

static dbx_status check_type(dbx_aval a) {
  dbx_dtype t = dbx_aval_at(a)->dtype;
  if (!dbx_is_quantum(t)) return DBX_OK;
  return dbx_fail(DBX_E801, (dbx_span){0}, "a built library has no values of type %s",
                  dbx_dtype_short(t));
}

static dbx_status add_argument(library *l, uint32_t k, const dbx_names *letters,
                               const dbx_names *names) {
  dbx_var v = library_argument(l->jaxpr, k);
  const char *name = dbx_name_of(names ? names : letters, v);
  library_value x = {.aval = dbx_var_aval(v), .given = true};
  DBX_TRY(check_type(x.aval));
  x.name = argument_name(l, name ? name : "unused");
  x.type = type_text(x.aval, letters);
  dbx_push(&l->args, x);
  return DBX_OK;
}

static bool has_length(dbx_aval a, dbx_var v, uint32_t *axis) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (*axis = 0; *axis < t->rank; ++*axis)
    if (dbx_dim_is_var(t->dims[*axis]) && (dbx_var)dbx_dim_value(t->dims[*axis]) == v) return true;
  return false;
}

// Lengths that the arrays have are not given once more.
static void find_lengths(library *l) {
  uint32_t first = library_argument_count(l->jaxpr) - l->jaxpr->n_in, axis;
  for (uint32_t k = first; k < first + l->jaxpr->n_implicit_in; k++) {
    dbx_var v = library_argument(l->jaxpr, k);
    for (uint32_t i = 0; i < l->args.n && l->args.at[k].given; i++)
      if (has_length(l->args.at[i].aval, v, &axis))
        l->args.at[k].given = false, l->args.at[k].from = i, l->args.at[k].axis = axis;
  }
  for (uint32_t i = 0; i < l->args.n; i++)
    if (l->args.at[i].given) l->args.at[i].at = l->n_given++;
  for (uint32_t i = 0; i < l->args.n; i++)
    if (!l->args.at[i].given) l->args.at[i].from = l->args.at[l->args.at[i].from].at;
}

static dbx_status add_result(library *l, uint32_t k, const dbx_names *letters) {
  library_value x = {.aval = dbx_atom_aval(l->jaxpr->outs[k]), .given = true};
  dbx_buf b = {0};
  DBX_TRY(check_type(x.aval));
  x.at = l->results.n;
  dbx_printf(&b, "r%u", x.at);
  x.name = dbx_strdup(dbx_text(&b));
  x.type = type_text(x.aval, letters);
  dbx_push(&l->results, x);
  dbx_buf_free(&b);
  return DBX_OK;
}

static dbx_status add_values(library *l, const dbx_names *letters, const dbx_names *names) {
  for (uint32_t k = 0; k < library_argument_count(l->jaxpr); k++)
    DBX_TRY(add_argument(l, k, letters, names));
  find_lengths(l);
  for (uint32_t k = l->jaxpr->n_implicit_out; k < l->jaxpr->n_out; k++)
    DBX_TRY(add_result(l, k, letters));
  return DBX_OK;
}

dbx_status library_begin(library *l, const dbx_jaxpr *j, const char *name, const dbx_names *names) {
  dbx_names *letters = dbx_names_of(j);
  l->jaxpr = j;
  l->name = identifier(name);
  dbx_status st = add_values(l, letters, names);
  dbx_names_free(letters);
  return st;
}

static void drop(library_value *v) { free(v->name), free(v->type); }

void library_end(library *l) {
  for (uint32_t i = 0; i < l->args.n; i++) drop(&l->args.at[i]);
  for (uint32_t i = 0; i < l->results.n; i++) drop(&l->results.at[i]);
  dbx_vec_free(&l->args);
  dbx_vec_free(&l->results);
  free(l->name);
}
