// ast.dump of CPython 3.11, made from the field descriptions of nodes.def.
#include "ir/dtype.h"
#include "lang/ast.h"

#include <gmp.h>
#include <inttypes.h>
#include <string.h>
#include <utf8proc.h>

static const struct {
  const char *name, *fields;
} kinds[] = {
#define N(kind, fields) {#kind, fields},
#include "lang/nodes.def"
#undef N
};

static const struct {
  const char *name, *symbol;
} ops[] = {
    {"Add", "+"},    {"Sub", "-"},        {"Mult", "*"},      {"MatMult", "@"},   {"Div", "/"},
    {"Mod", "%"},    {"Pow", "**"},       {"LShift", "<<"},   {"RShift", ">>"},   {"BitOr", "|"},
    {"BitXor", "^"}, {"BitAnd", "&"},     {"FloorDiv", "//"}, {"Invert", "~"},    {"Not", "not"},
    {"UAdd", "+"},   {"USub", "-"},       {"And", "and"},     {"Or", "or"},       {"Eq", "=="},
    {"NotEq", "!="}, {"Lt", "<"},         {"LtE", "<="},      {"Gt", ">"},        {"GtE", ">="},
    {"Is", "is"},    {"IsNot", "is not"}, {"In", "in"},       {"NotIn", "not in"}};

const char *dbx_op_name(dbx_op op) { return ops[op].name; }
const char *dbx_op_symbol(dbx_op op) { return ops[op].symbol; }

void dbx_put_str_repr(dbx_buf *b, const char *s, size_t n); // lang/text.c

static void put_constant(dbx_buf *b, const dbx_node *n) {
  switch (n->constant) {
  case DBX_C_NONE: dbx_put(b, "None"); break;
  case DBX_C_TRUE: dbx_put(b, "True"); break;
  case DBX_C_FALSE: dbx_put(b, "False"); break;
  case DBX_C_ELLIPSIS: dbx_put(b, "Ellipsis"); break;
  case DBX_C_INT: dbx_printf(b, "%" PRId64, n->value->i); break;
  case DBX_C_BIGINT: {
    mpz_t z;
    mpz_init_set_str(z, n->flag == 10 ? n->value->str : n->value->str + 2, n->flag);
    char *s = mpz_get_str(NULL, 10, z);
    dbx_put(b, s);
    free(s);
    mpz_clear(z);
    break;
  }
  case DBX_C_FLOAT: dbx_put_double(b, n->value->f); break;
  case DBX_C_COMPLEX: dbx_put_scalar(b, (dbx_scalar){.c = {0, n->value->f}}, DBX_C128); break;
  default: dbx_put_str_repr(b, n->value->str, n->value->str_n);
  }
}

static void dump(dbx_buf *b, const dbx_node *n);

static void dump_list(dbx_buf *b, const dbx_nodes *l, bool names) {
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < l->n; i++) {
    if (i) dbx_put(b, ", ");
    if (names) dbx_put_str_repr(b, dbx_sym_text(l->at[i]->name), dbx_sym_len(l->at[i]->name));
    else if (l->at[i]) dump(b, l->at[i]);
    else dbx_put(b, "None");
  }
  dbx_putc(b, ']');
}

static void dump_ops(dbx_buf *b, const dbx_node *n) {
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < n->l.n; i++)
    dbx_printf(b, "%s%s()", i ? ", " : "", ops[n->more->ops[i]].name);
  dbx_putc(b, ']');
}

static void put_name(dbx_buf *b, dbx_sym s) {
  dbx_put_str_repr(b, dbx_sym_text(s), dbx_sym_len(s));
}

// Fields that are None are left out, as ast.dump does.
static bool absent(const dbx_node *n, char code) {
  switch (code) {
  case 'a': return !n->a;
  case 'b': return !n->b;
  case 'c': return !n->more->c;
  case 'S': return !n->name;
  case 'A': return !n->more->asname;
  case 'k': return !n->u_prefix;
  default: return false;
  }
}

static void dump_field(dbx_buf *b, const dbx_node *n, char code) {
  static const char *const contexts[] = {"Load()", "Store()", "Del()"};
  switch (code) {
  case 'a': dump(b, n->a); break;
  case 'b': dump(b, n->b); break;
  case 'c': dump(b, n->more->c); break;
  case 'l': dump_list(b, &n->l, false); break;
  case 'm': dump_list(b, &n->more->m, false); break;
  case 'n': dump_list(b, &n->more->n, false); break;
  case 'd': dump_list(b, &n->more->d, false); break;
  case 'e': dump_list(b, &n->more->e, false); break;
  case 'g': dump_list(b, &n->l, true); break;
  case 's': put_name(b, n->name); break;
  case 'S': put_name(b, n->name); break;
  case 'A': put_name(b, n->more->asname); break;
  case 'o': dbx_printf(b, "%s()", ops[n->op].name); break;
  case 'O': dump_ops(b, n); break;
  case 'x': dbx_put(b, contexts[n->ctx]); break;
  case 'v': put_constant(b, n); break;
  case 'k': dbx_put(b, "'u'"); break;
  default: dbx_printf(b, "%d", n->flag);
  }
}

static void dump(dbx_buf *b, const dbx_node *n) {
  dbx_printf(b, "%s(", kinds[n->kind].name);
  bool first = true;
  for (const char *f = kinds[n->kind].fields; *f; f += strcspn(f, " "), f += *f == ' ') {
    size_t name = strcspn(f, ":");
    if (absent(n, f[name + 1])) continue;
    dbx_printf(b, "%s%.*s=", first ? "" : ", ", (int)name, f);
    dump_field(b, n, f[name + 1]);
    first = false;
  }
  dbx_putc(b, ')');
}

void dbx_ast_dump(dbx_buf *b, const dbx_node *n) { dump(b, n); }
