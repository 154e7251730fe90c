// The syntax tree. Nodes live in an arena with the text they came from; names are resolved to
// slots by scope.c before evaluation.
#ifndef DBX_LANG_AST_H
#define DBX_LANG_AST_H

#include "base/buf.h"
#include "base/diag.h"
#include "base/mem.h"

typedef enum dbx_node_kind {
#define N(kind, fields) DBX_N_##kind,
#include "lang/nodes.def"
#undef N
  DBX_N_COUNT
} dbx_node_kind;

typedef enum dbx_op {
  DBX_OP_Add,
  DBX_OP_Sub,
  DBX_OP_Mult,
  DBX_OP_MatMult,
  DBX_OP_Div,
  DBX_OP_Mod,
  DBX_OP_Pow,
  DBX_OP_LShift,
  DBX_OP_RShift,
  DBX_OP_BitOr,
  DBX_OP_BitXor,
  DBX_OP_BitAnd,
  DBX_OP_FloorDiv,
  DBX_OP_Invert,
  DBX_OP_Not,
  DBX_OP_UAdd,
  DBX_OP_USub,
  DBX_OP_And,
  DBX_OP_Or,
  DBX_OP_Eq,
  DBX_OP_NotEq,
  DBX_OP_Lt,
  DBX_OP_LtE,
  DBX_OP_Gt,
  DBX_OP_GtE,
  DBX_OP_Is,
  DBX_OP_IsNot,
  DBX_OP_In,
  DBX_OP_NotIn,
} dbx_op;
const char *dbx_op_name(dbx_op op);   // "Add"
const char *dbx_op_symbol(dbx_op op); // "+"

typedef enum dbx_ctx { DBX_LOAD, DBX_STORE, DBX_DEL } dbx_ctx;

typedef enum dbx_const_kind {
  DBX_C_NONE,
  DBX_C_TRUE,
  DBX_C_FALSE,
  DBX_C_ELLIPSIS,
  DBX_C_INT,
  DBX_C_BIGINT,
  DBX_C_FLOAT,
  DBX_C_COMPLEX,
  DBX_C_STR
} dbx_const_kind;

// Where a resolved name lives.
typedef enum dbx_scope_kind {
  DBX_GLOBAL,   // the module's dictionary, then the builtins
  DBX_LOCAL,    // slot of the own environment
  DBX_OUTER,    // slot of the environment `hops` outwards
  DBX_CLASSVAR, // the class body's dictionary, then as a global
} dbx_scope_kind;

struct dbx_node;
typedef struct dbx_nodes {
  struct dbx_node **at;
  uint32_t n;
} dbx_nodes;

// The names of a function, comprehension or class body.
typedef struct dbx_scope {
  dbx_sym *names; // of the slots
  uint32_t n_slots;
  bool is_class;
} dbx_scope;

// What few kinds of nodes have.
typedef struct dbx_node_more {
  dbx_nodes n, d, e;
  const uint8_t *ops; // Compare
  dbx_scope *scope;   // FunctionDef, Lambda, comprehensions, ClassDef
} dbx_node_more;

typedef struct dbx_node_value { // of a Constant
  int64_t i;
  double f;        // float; imaginary part of complex
  const char *str; // string or digits of a big int; UTF-8, str_n bytes
  uint32_t str_n;
  void *cached; // the evaluator's object for the constant
} dbx_node_value;

typedef struct dbx_node {
  uint8_t kind, op, ctx;
  uint8_t where; // dbx_scope_kind of a Name, arg, def, import alias, ...
  uint8_t constant;
  bool u_prefix;
  bool in_brackets; // written in parentheses (targets and generators care)
  uint32_t hops, slot;
  int32_t flag; // is_async, simple, level, conversion; alias: the symbol that it binds
  dbx_span span;
  dbx_sym name, name2;
  struct dbx_node *a, *b, *c;
  dbx_nodes l, m;            // an element may be NULL (kw_defaults, a dict's **)
  const dbx_node_more *more; // never NULL; shared by the nodes that have none of it
  dbx_node_value *value;     // NULL: no Constant, or one without a value
} dbx_node;

// A parsed text.
typedef struct dbx_module {
  dbx_arena arena;
  uint32_t file;
  dbx_node *root; // Module
} dbx_module;

// Parses a registered text; all statements before the first error are lost with it. On failure
// *incomplete tells whether more lines could complete it (may be NULL).
dbx_status dbx_parse(uint32_t file, dbx_module **ret, bool *incomplete);
dbx_module *dbx_module_free(dbx_module *m);                      // takes NULL; returns NULL
dbx_node_more *dbx_node_own_more(dbx_arena *arena, dbx_node *n); // to be filled
// Where a statement begins in its text: at the @ of its first decorator, if it has one.
uint32_t dbx_statement_begin(const dbx_node *n);
// Parses one expression (f-string fields, arguments on the command line).
dbx_status dbx_parse_expression(uint32_t file, uint32_t begin, uint32_t end, dbx_arena *arena,
                                dbx_node **ret);

// Resolves the names of the tree. Fails with E107 (misplaced statements, global after use, ...).
dbx_status dbx_resolve(dbx_module *m);

// ast.dump(tree) of CPython 3.11.
void dbx_ast_dump(dbx_buf *b, const dbx_node *n);

#endif
