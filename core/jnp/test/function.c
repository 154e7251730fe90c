// The table of functions: each row can be called by its signature, and what does not fit one is
// refused.
#include "jnp/jnp.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

// Calls f with numbers for its first n parameters. Whatever that computes: what is of interest is
// whether they fit the signature.
static bool takes(const dbx_function *f, uint32_t n, const char *keyword) {
  dbx_val args[20], ret;
  dbx_keyword kw = {keyword ? dbx_intern(keyword) : 0, dbx_val_none()};
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  for (uint32_t i = 0; i < n; i++)
    args[i] = (dbx_val){.kind = DBX_V_OTHER, .str = dbx_intern("nothing")};
  dbx_status st = dbx_function_call(f, args, n, &kw, keyword != NULL, &ret);
  bool fits = st == DBX_OK || dbx_diag_pending()->code != DBX_E202;
  dbx_diag_free(dbx_diag_take());
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  return fits;
}

typedef struct counts {
  uint32_t required, most; // by position
  bool rest, names;        // *args; every parameter is a name
} counts;

// Python's reading of a signature, by its commas.
static counts read_signature(const char *s) {
  counts c = {.names = true};
  bool keyword_only = false;
  int depth = 0;
  while (*s) {
    s += strspn(s, ", ");
    const char *from = s;
    for (; *s && (depth || *s != ','); s++) depth += (*s == '(') - (*s == ')');
    bool star = *from == '*', named = isalpha((unsigned char)from[star]) || from[star] == '_';
    bool mark = s - from == 1 && (star || *from == '/');
    c.names &= named || mark;
    if (star) c.rest |= named, keyword_only = true;
    else if (!mark && !keyword_only) {
      c.most++;
      if (!memchr(from, '=', (size_t)(s - from))) {
        cr_expect_eq(c.required + 1, c.most, "a parameter without a default behind one with");
        c.required++;
      }
    }
  }
  cr_expect_eq(depth, 0);
  return c;
}

Test(function, every_row_is_called_by_its_signature) {
  uint32_t rows = 0;
  for (const dbx_function *f = NULL; (f = dbx_function_next(f)); rows++) {
    counts c = read_signature(f->signature);
    cr_expect(c.names && f->fn, "%s.%s(%s)", f->module, f->name, f->signature);
    cr_expect_lt(c.most, 17, "%s", f->name);
    cr_expect_eq(dbx_function_find(f->module, f->name), f, "%s.%s is there twice", f->module,
                 f->name);
    if (c.required) cr_expect_not(takes(f, c.required - 1, NULL), "%s: too few", f->name);
    if (!c.rest) cr_expect_not(takes(f, c.most + 1, NULL), "%s: too many", f->name);
    cr_expect(takes(f, c.required, NULL), "%s.%s(%s)", f->module, f->name, f->signature);
    cr_expect(takes(f, c.most, NULL), "%s.%s(%s)", f->module, f->name, f->signature);
    cr_expect_not(takes(f, c.required, "no_such_name"), "%s", f->name);
  }
  cr_expect_gt(rows, 280, "%u rows", rows);
}

static const expr_row binding[] = {
    {"jnp.sum(a=jnp.arange(3))", "i64[] 3"},
    {"jnp.sum(jnp.arange(3), a=jnp.arange(3))", "E202 TypeError"}, // twice
    {"jnp.sum()", "E202 TypeError"},
    {"jnp.sum(jnp.arange(3), foo=1)", "E202 TypeError"},
    {"jnp.sin(x=1.0)", "E202 TypeError"}, // by position only
    {"jnp.sin(1.0, 2.0)", "E202 TypeError"},
    {"jnp.meshgrid(jnp.arange(1), jnp.arange(1), indexing='ij')", "[i64[1,1] 0, i64[1,1] 0]"},
    {"jnp.arange(3).sum(axis=0, keepdims=True)", "i64[1] 3"},
    {"jnp.arange(6).reshape(2, 3).transpose(1, 0).shape", "(3, 2)"},
    {"jnp.arange(6).reshape((2, 3)).T.shape", "(3, 2)"},
};
Test(function, binding) { EXPR_ROWS(binding); }

Test(function, what_is_not_in_the_table) {
  cr_expect_null(dbx_function_find("jnp", "no_such_function"));
  cr_expect_null(dbx_function_find("nn", "sum"), "a name belongs to its module");
  bool attribute;
  cr_expect_null(dbx_array_method("no_such_method", &attribute));
  cr_expect(dbx_array_method("T", &attribute) && attribute);
  cr_expect(dbx_array_method("sum", &attribute) && !attribute);
}
