// The syntax tree. Nodes live in an arena with the text they came from; names are resolved to
// slots by scope.c before evaluation.
#ifndef DBX_LANG_AST_H
#define DBX_LANG_AST_H

#include "base/buf.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/op.h"

typedef enum dbx_node_kind {
#define N(kind, extent, fields) DBX_N_##kind,
#include "lang/syntax/nodes.def"
#undef N
  DBX_N_COUNT
} dbx_node_kind;

// An operator as CPython's tree names it, "Add", and as it is written, "+".
const char *dbx_op_name(dbx_op op);
const char *dbx_op_symbol(dbx_op op);

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
  DBX_C_STR,
  DBX_C_BYTES
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
  dbx_sym *names; // of the first slots; the others are of the code
  uint32_t n_slots, n_names;
  const struct dbx_steps *code; // of a generator function (code.h); NULL: it is none
  bool is_class;
  bool captured; // its environments may be referred to when the code has run
  struct dbx_module *module;
  struct dbx_node *graph; // the function as AutoGraph reads it (graph.h); NULL: not asked for yet
} dbx_scope;

// What few nodes have.
typedef struct dbx_node_more {
  struct dbx_node *c;
  dbx_nodes m, n, d, e; // an element may be NULL (kw_defaults, a dict's **)
  const uint8_t *ops;   // Compare
  dbx_scope *scope;     // FunctionDef, Lambda, comprehensions, ClassDef
  dbx_sym asname;       // alias
} dbx_node_more;

typedef struct dbx_node_value { // of a Constant
  int64_t i;
  double f;        // float; imaginary part of complex
  const char *str; // string or digits of a big int, UTF-8, or octets; str_n bytes
  uint32_t str_n;
  void *cached; // the evaluator's object for the constant
} dbx_node_value;

// A node has the fields of its kind (nodes.def) and ends after them: most are names, and the memory
// of a long program is that of its nodes.
typedef enum dbx_node_extent { DBX_LEAF, DBX_PAIR, DBX_WHOLE } dbx_node_extent;
typedef struct dbx_node {
  uint8_t kind, op, ctx;
  uint8_t where; // dbx_scope_kind of a Name, arg, def, import alias, ...
  uint8_t constant;
  bool u_prefix : 1;
  bool in_brackets : 1; // written in parentheses (targets and generators care)
  bool as_text : 1;     // AnnAssign, FunctionDef: annotations are not evaluated
  uint8_t extent : 2;   // dbx_node_extent
  uint16_t hops;        // of names: at most DBX_PARSE_DEPTH; see dbx_leans
  uint32_t slot;
  int32_t flag; // is_async, simple, level, conversion; alias: the symbol that it binds; Call: plain
  dbx_span span;
  dbx_sym name;
  struct dbx_node *a, *b; // not in a LEAF
  union {                 // from here on not in a PAIR
    dbx_nodes l;
    dbx_node_value *value; // Constant; NULL: None, True, False, Ellipsis
  };
  const dbx_node_more *more; // never NULL; shared by the nodes that have none of it
} dbx_node;

// The children of a node, one after the other: dbx_children c = {.of = n}; dbx_next_child(&c).
typedef struct dbx_children {
  const dbx_node *of;
  uint32_t part, i;
} dbx_children;
dbx_node *dbx_next_listed_(dbx_children *c);
static inline dbx_node *dbx_next_child(dbx_children *c) { // NULL: there are no more
  const dbx_node *n = c->of;
  if (n->extent == DBX_LEAF) return NULL;
  if (c->part == 0 && (c->part++, n->a)) return n->a;
  if (c->part == 1 && (c->part++, n->b)) return n->b;
  return n->extent == DBX_PAIR ? NULL : dbx_next_listed_(c);
}

// All nodes of a tree, each before its children: dbx_walk w = {.next = root}; dbx_walk_next(&w)
// until it gives NULL; dbx_walk_free(&w). Chains in a tree have any length: no walk recurs on them.
enum { DBX_WALK_NEAR = 8 }; // most trees are no deeper: their walk takes nothing from the allocator
typedef struct dbx_walk {
  dbx_node *next;
  bool begun;
  uint32_t depth; // of the path from the root: its first nodes are in near, the others in far
  dbx_children near[DBX_WALK_NEAR];
  dbx_vec(dbx_children) far;
} dbx_walk;
dbx_node *dbx_walk_next(dbx_walk *w);
static inline void dbx_walk_over(dbx_walk *w) { w->next = NULL; } // leaves out what is below
static inline void dbx_walk_free(dbx_walk *w) { dbx_vec_free(&w->far); }

// A chain a.b[i](x) + 1 leans to the left: each begins with the one before. Its length is `hops`.
static inline bool dbx_leans(const dbx_node *n) {
  return n->kind == DBX_N_BinOp || n->kind == DBX_N_Compare || n->kind == DBX_N_Call ||
         n->kind == DBX_N_Attribute || n->kind == DBX_N_Subscript;
}

// What a name in the class is for the program: __x is _C__x in a class C, others are themselves.
dbx_sym dbx_private_name(dbx_sym cls, dbx_sym name);
// All names in the body of a ClassDef become what they are.
void dbx_rename_private(dbx_node *cls);

// A parsed text.
typedef struct dbx_module {
  dbx_arena arena;
  uint32_t file;
  dbx_node *root;        // Module
  bool library;          // of the language itself: not shown as the program's own
  bool text_annotations; // from __future__ import annotations: they are not evaluated
} dbx_module;

// Parses a registered text; all statements before the first error are lost with it. On failure
// *incomplete tells whether more lines could complete it (may be NULL).
dbx_status dbx_parse(uint32_t file, dbx_module **ret, bool *incomplete);
dbx_module *dbx_module_free(dbx_module *m); // takes NULL; returns NULL
dbx_node *dbx_node_make(dbx_arena *arena, dbx_node_kind kind, dbx_span span);
dbx_node_more *dbx_node_own_more(dbx_arena *arena, dbx_node *n); // to be filled
dbx_node *dbx_node_copy(dbx_arena *arena, const dbx_node *n);    // its children are shared
dbx_nodes dbx_nodes_one(dbx_arena *arena, dbx_node *n);          // a list of one
bool dbx_node_has_more(const dbx_node *n);                       // of its own
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
