// Mutations: local changes of the expressions that a failing operation depends on.
// Each is a row of mutate.def; what speaks for one and against it is counted here.
#ifndef DBX_DEBUG_MUTATE_H
#define DBX_DEBUG_MUTATE_H

#include "debug/edits/edits.h"

typedef struct region { // an expression that the failing operation depends on
  const dbx_node *node;
  uint32_t distance; // how many steps back from the operation
  uint32_t operand;  // it is the value of which operand of the error, from 1; 0: of none
} region;

typedef struct candidate {
  dbx_span span;
  char *text;                // owned
  int cost;                  // the less the more promising
  bool likely, meant, broad; // see edit
} candidate;
typedef dbx_vec(candidate) mutate_candidates;

typedef struct mutating {
  edit_site *site;
  dbx_vec(region) regions;
  mutate_candidates found;
  int cost;                   // of the row at work at this distance
  uint32_t distance, operand; // of the region at work
  bool meant, broad;          // of what is added
} mutating;

// ---- what depends on what (depends.c) ----

// Finds the operation, its operands, the calls that led here and what those were made of.
void mutate_regions(mutating *m);
// The k-th parameter of f is given the k-th argument of a call of it, behind so many that it is not
// given: `self`, the index of a loop. UINT32_MAX: n is no call of f.
uint32_t mutate_lead(const edit_site *s, const dbx_node *n, const dbx_node *f);
typedef dbx_vec(const dbx_node *) mutate_nodes;
// What the name at this place may have been given: values of assignments, arguments of calls.
void mutate_values(const edit_site *s, const dbx_node *name, mutate_nodes *ret);
// Is it a length, or a number of something: by its annotation, `.shape`, or arithmetic of such?
bool mutate_is_length(const edit_site *s, const dbx_node *n, int depth);
bool mutate_is_length_name(const edit_site *s, dbx_sym name, dbx_span use);
// The names that can be used at this place, the nearest first; each once.
typedef dbx_vec(const dbx_node *) mutate_names;
void mutate_scope(const edit_site *s, dbx_span at, mutate_names *ret);
const dbx_node *mutate_outermost(const edit_site *s, dbx_span at); // function around it; NULL
// The first text of the outermost function around n; false: it has none.
bool mutate_documentation(const mutating *m, const dbx_node *n, dbx_buf *ret);
// Has that text, or none, one of so many words?
bool mutate_says(const mutating *m, const dbx_node *n, const char *const *words, size_t count);
#define MUTATE_SAYS(m, n, words) mutate_says(m, n, words, sizeof(words) / sizeof *(words))
bool mutate_is_display(const dbx_node *n); // of a list or a tuple
// The lengths, as a list or a tuple, that a call of zeros and its like is given; NULL.
const dbx_node *mutate_maker_shape(const dbx_node *n);
// Is it of two vectors, none of which is meant as a column beside the other?
bool mutate_are_vectors(const dbx_diag *d);
// The type that the error says of the expression at this place; "".
const char *mutate_type_of(const mutating *m, const dbx_node *n);
// What a name, where it is bound, is given by its assignment; NULL: it is bound otherwise.
const dbx_node *mutate_bound_to(const mutating *m, const dbx_node *name);
bool mutate_is_method(const dbx_node *n); // is the call x.f(), and no function of a module?
// A length that one of the things that do not fit has ("3", "x.shape[0]"), and another one that it
// has to have instead: which, for the one that is written so; false: there is no more.
bool mutate_other_length(const edit_site *s, const char *length, uint32_t which, dbx_buf *ret);
// The lengths of the things that do not fit, one after the other; false: there are no more.
bool mutate_wrong_length(const edit_site *s, uint32_t which, dbx_buf *ret);

// ---- places and axes (scope.c) ----

// The counts of the loops around a place, the innermost last: `i` of `for i in range(n)`, of the
// body of a for_loop, and what a body of another loop looks things up at.
void mutate_counters(const mutating *m, dbx_span at, mutate_names *ret);
// How many axes the region has and how many it has to have; false: that is not known.
bool mutate_ranks(const mutating *m, uint32_t *own, uint32_t *other);
// Is it so much longer than the other operand? Begins the other one, of more axes, with its
// lengths?
bool mutate_is_longer(const mutating *m, int64_t by);
bool mutate_begins_as_other(const mutating *m);
// Is one of the lengths that do not fit so much more than another one? How many times it is
// another one; 0.
bool mutate_apart_by(const edit_site *s, int64_t by);
int64_t mutate_times(const edit_site *s);
// How many elements an array has and how many its shape has to have: "(size 24) into 8 elements".
bool mutate_sizes(const dbx_diag *d, int64_t *have, int64_t *want);
// Are two of them the pairs of so many things, once with those of a thing with itself?
bool mutate_are_triangles(const edit_site *s);

// Is it all of a name's array, not x of x[1:] or x.shape, where no cause is meant
// (mutate_shapes.c)?
bool mutate_is_whole_array(const mutating *m, const dbx_node *n);
// The parameter of a loop's body f that the error says is carried; NULL (mutate_whole.c).
const dbx_node *mutate_carried(const mutating *m, const dbx_node *f);
// The lengths that a call of reshape is given; false: n is none (mutate_axes.c).
bool mutate_shape_given(const dbx_node *n, dbx_nodes *ret);

// ---- candidates (candidates.c) ----

// Adds one that costs so much more than its row says; likely: much speaks for it, unless it leaves
// a name without use.
void mutate_add(mutating *m, dbx_span span, int more, bool likely, const char *fmt, ...)
    DBX_PRINTF(5, 6);
// How the node is written, in b.
const char *mutate_text(const mutating *m, dbx_buf *b, const dbx_node *n);
// The same as an operand: in parentheses where it needs them.
const char *mutate_term(const mutating *m, dbx_buf *b, const dbx_node *n);
// Is a carry, a branch or a strategy the cause?
bool mutate_of_cause(const dbx_diag *d);
// Has a column or row that is carried become a table, by a vector beside it?
bool mutate_is_broadcast(const dbx_diag *d);
// Other names that mean lengths, or no lengths, at most so many.
void mutate_names_for(mutating *m, const dbx_node *n, bool lengths, uint32_t most, bool likely);
// Names at hand that mean no lengths, in place of one, the nearest ones first.
void mutate_other_arrays(mutating *m, const dbx_node *name);
// Exchanges two nodes of one list.
void mutate_swap(mutating *m, const dbx_node *a, const dbx_node *b, int more, bool likely);

// All candidates, the most promising first (mutate.c); adds those that much speaks for, or the
// others.
void mutate_all(edit_site *s, mutate_candidates *ret);
void mutate_offer(edit_site *s, const mutate_candidates *all, bool likely);
void mutate_free(mutate_candidates *all); // with their texts

// The rows' functions: those of one kind of node.
#define M(name, kind, cost, what) void mutate_##name(mutating *m, const dbx_node *n);
#define V M
#define A M
#define B M
#define R(name, cost, what) void mutate_##name(mutating *m, const dbx_node *n);
#include "debug/offers/mutate.def"
#undef M
#undef V
#undef A
#undef B
#undef R

#endif
