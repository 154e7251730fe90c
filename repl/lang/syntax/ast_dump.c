// ast.dump of CPython 3.11, made from the field descriptions of nodes.def.
#include "ir/dtype.h"
#include "lang/syntax/ast.h"
#include "lang/syntax/quote.h"

#include <gmp.h>
#include <inttypes.h>
#include <string.h>
#include <utf8proc.h>

static const struct {
  const char *name, *fields;
} kinds[] = {
#define N(kind, extent, fields) {#kind, fields},
#include "lang/syntax/nodes.def"
#undef N
};

static const struct {
  const char *name, *symbol;
} ops[] = {{"Add", "+"},        {"Sub", "-"},        {"Mult", "*"},       {"MatMult", "@"},
           {"Div", "/"},        {"Mod", "%"},        {"Pow", "**"},       {"LShift", "<<"},
           {"RShift", ">>"},    {"BitOr", "|"},      {"BitXor", "^"},     {"BitAnd", "&"},
           {"FloorDiv", "//"},  {"Invert", "~"},     {"Not", "not"},      {"UAdd", "+"},
           {"USub", "-"},       {"And", "and"},      {"Or", "or"},        {"Eq", "=="},
           {"NotEq", "!="},     {"Lt", "<"},         {"LtE", "<="},       {"Gt", ">"},
           {"GtE", ">="},       {"Is", "is"},        {"IsNot", "is not"}, {"In", "in"},
           {"NotIn", "not in"}, {"DivMod", "divmod"}};

const char *dbx_op_name(dbx_op op) { return ops[op].name; }
const char *dbx_op_symbol(dbx_op op) { return ops[op].symbol; }

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
    char *s = dbx_alloc(mpz_sizeinbase(z, 10) + 2);
    dbx_put(b, mpz_get_str(s, 10, z));
    free(s);
    mpz_clear(z);
    break;
  }
  case DBX_C_BYTES: quote_put_bytes(b, n->value->str, n->value->str_n); break;
  case DBX_C_FLOAT: dbx_put_double(b, n->value->f); break;
  case DBX_C_COMPLEX: dbx_put_scalar(b, (dbx_scalar){.c = {0, n->value->f}}, DBX_C128); break;
  default: dbx_put_str_repr(b, n->value->str, n->value->str_n);
  }
}

static void dump_names(dbx_buf *b, const dbx_nodes *l) {
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < l->n; i++) {
    if (i) dbx_put(b, ", ");
    dbx_put_str_repr(b, dbx_sym_text(l->at[i]->name), dbx_sym_len(l->at[i]->name));
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
  case 'N': return !n->b;
  case 'k': return !n->u_prefix;
  default: return false;
  }
}

static void dump_leaf(dbx_buf *b, const dbx_node *n, char code) {
  static const char *const contexts[] = {"Load()", "Store()", "Del()"};
  switch (code) {
  case 'g': dump_names(b, &n->l); break;
  case 's':
  case 'S': put_name(b, n->name); break;
  case 'A': put_name(b, n->more->asname); break;
  case 'N': put_name(b, n->b->name); break;
  case 'o': dbx_printf(b, "%s()", ops[n->op].name); break;
  case 'O': dump_ops(b, n); break;
  case 'x': dbx_put(b, contexts[n->ctx]); break;
  case 'v': put_constant(b, n); break;
  case 'k': dbx_put(b, "'u'"); break;
  default: dbx_printf(b, "%d", n->flag);
  }
}

static const dbx_node *child_of(const dbx_node *n, char code) {
  return code == 'a' ? n->a : code == 'b' ? n->b : code == 'c' ? n->more->c : NULL;
}

static const dbx_nodes *list_of(const dbx_node *n, char code) {
  switch (code) {
  case 'l': return &n->l;
  case 'm': return &n->more->m;
  case 'n': return &n->more->n;
  case 'd': return &n->more->d;
  case 'e': return &n->more->e;
  default: return NULL;
  }
}

// ---- the nodes that are open: a chain may be of any length ----

typedef struct open_node {
  const dbx_node *n;
  const char *field; // what comes next
  uint32_t i;        // in its list
  bool begun;        // a field has been written
} open_node;
typedef dbx_vec(open_node) open_nodes;

static void begin(dbx_buf *b, open_nodes *l, const dbx_node *n) {
  dbx_printf(b, "%s(", kinds[n->kind].name);
  dbx_push(l, ((open_node){.n = n, .field = kinds[n->kind].fields}));
}

static void next_field(open_node *o) {
  o->field += strcspn(o->field, " ");
  o->field += *o->field == ' ';
  o->i = 0;
}

static void dump_element(dbx_buf *b, open_nodes *open, const dbx_nodes *l) {
  open_node *o = &open->at[open->n - 1];
  if (o->i == l->n) {
    dbx_putc(b, ']');
    next_field(o);
    return;
  }
  const dbx_node *one = l->at[o->i++];
  if (o->i > 1) dbx_put(b, ", ");
  if (one) begin(b, open, one);
  else dbx_put(b, "None");
}

// One step for the innermost open node.
static void step(dbx_buf *b, open_nodes *open) {
  open_node *o = &open->at[open->n - 1];
  if (!*o->field) {
    dbx_putc(b, ')');
    open->n--;
    return;
  }
  size_t name = strcspn(o->field, ":");
  char code = o->field[name + 1];
  const dbx_nodes *l = list_of(o->n, code);
  const dbx_node *child = child_of(o->n, code);
  if (absent(o->n, code)) return next_field(o);
  if (o->i == 0)
    dbx_printf(b, "%s%.*s=%s", o->begun ? ", " : "", (int)name, o->field, l ? "[" : "");
  o->begun = true;
  if (l) return dump_element(b, open, l);
  if (!child) dump_leaf(b, o->n, code);
  next_field(o);
  if (child) begin(b, open, child);
}

void dbx_ast_dump(dbx_buf *b, const dbx_node *n) {
  open_nodes open = {0};
  begin(b, &open, n);
  while (open.n) step(b, &open);
  dbx_vec_free(&open);
}
