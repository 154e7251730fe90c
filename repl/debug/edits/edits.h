// Edits of the source that may mend what a diagnostic says: a pure function of the diagnostic and
// the text. Here are the rules for kinds of errors; which edits are candidates in which order is
// said in debug/offers, and whether one holds is found by trying it (debug/fixes.h).
#ifndef DBX_DEBUG_EDITS_H
#define DBX_DEBUG_EDITS_H

#include "lang/syntax/ast.h"

typedef struct edit {
  dbx_span span;     // what is replaced
  char *replacement; // owned
  char *text;        // what to do, in one line; owned
  uint32_t rank;     // its position
  uint8_t tier;      // edit_tier
  bool resort;       // it changes what the program computes: only if nothing else helps
  bool meant;        // the text says so, whatever plain Python makes of it
  bool broad;        // by a rule that fits much: only as long as few others hold
} edit;
typedef dbx_vec(edit) edits;

// What is tried first, but for resorts: mutations that much speaks for, the rules of one kind of
// error, other mutations, parts of what was there.
typedef enum edit_tier { EDIT_LIKELY, EDIT_RULE, EDIT_MUTATION, EDIT_CUT } edit_tier;

// What an edit may look at. Nodes are those of the parsed text of the error's place.
typedef struct edit_site {
  const dbx_diag *diag;
  const char *text;         // the whole text that is edited: that of the error, or an earlier one
  const dbx_node *root;     // its tree
  struct edit_index *index; // of it; NULL: the text has no tree
  uint32_t file;
  const dbx_node
      *path[64];  // from the root to the node of the error's place; of an earlier text: none
  uint32_t depth; // entries of path
  const dbx_node *failing;   // the last of them, also for an earlier text, which it is not in; NULL
  bool resort, meant, broad; // of the edits that are added
  bool late;                 // they cut the longer one: others are more likely
  edit_tier tier;            // likewise
  edits *out;
} edit_site;

// What a tree has, by place and by name.
typedef struct edit_index edit_index;
edit_index *edit_index_new(const dbx_node *root);
edit_index *edit_index_free(edit_index *x); // gives NULL

// What they own, what one owns.
void edits_free(edits *e);
void edit_free(edit *e);

// ---- for the files of edits ----

// The innermost node of the error's place, or the innermost one of this kind around it, in the text
// that is edited; NULL.
const dbx_node *edit_node(const edit_site *s);
const dbx_node *edit_around(const edit_site *s, dbx_node_kind kind);
void edit_put_source(const edit_site *s, dbx_buf *b, dbx_span span); // the text of a span
// Adds an edit. Without a text that is the replacement, or the error's expression after the edit.
void edit_add(edit_site *s, dbx_span span, const char *replacement, const char *text);
void edit_addf(edit_site *s, dbx_span span, const char *fmt, ...) DBX_PRINTF(3, 4);
// A note says that the lengths of the error are equal as polynomials: they are meant to be equal.
bool edit_equal_lengths(const edit_site *s);
// A literal float without its fraction; nothing for other nodes, and where no int64 is that number.
void edit_whole(edit_site *s, const dbx_node *n);
// The name that the program has for a module ("jnp" for jax.numpy) or for something imported from
// one ("for_loop"); NULL if it has none.
const char *edit_alias(const char *module, const char *name);
// The definition of a function that encloses the place, innermost first; NULL.
const dbx_node *edit_function(const edit_site *s);
const char *edit_jnp(void); // that of jax.numpy
// The text of a node, in b; n may be NULL.
const char *edit_source(edit_site *s, dbx_buf *b, const dbx_node *n);
uint32_t edit_indent(const edit_site *s, uint32_t offset); // blanks before the line of the place
const char *edit_callee(const dbx_node *n); // the last name of what a call calls, "" if it has none
// Is n a call of one of so many names?
bool edit_calls_one(const dbx_node *n, const char *const *names, size_t n_names);
#define EDIT_CALLS(n, names) edit_calls_one(n, names, sizeof(names) / sizeof *(names))
// The keyword argument of a call, its value in ->a; NULL: it has none of this name.
const dbx_node *edit_keyword(const dbx_node *call, const char *name);
// Has the message this part? A place in the file of the error.
bool edit_says(const edit_site *s, const char *part);
dbx_span edit_place(const edit_site *s, uint32_t begin, uint32_t end);
// The decorator of a function (NULL: of none) that ends in this name; NULL.
const dbx_node *edit_decorator(const dbx_node *f, const char *name);
// Needs the text at this place no parentheses before `[...]` or `.T`?
bool edit_is_term(const edit_site *s, dbx_span span);
// Calls f for n and all nodes below it.
void edit_walk(const dbx_node *n, void (*f)(void *ctx, const dbx_node *n), void *ctx);
bool edit_mentions(const dbx_node *n, dbx_sym name);
// A whole number, None, a text, `:`; not where there is no node.
bool edit_is_int(const dbx_node *n);
bool edit_is_none(const dbx_node *n);
bool edit_is_text(const dbx_node *n);
bool edit_is_whole(const dbx_node *n);
// Lies the one place in the other? Is it one of the text that is edited?
bool edit_within(dbx_span in, dbx_span whole);
bool edit_is_here(const edit_site *s, dbx_span span);
// The dtype of a type's text: "f64" of "f64[n]"; its rank; its k-th length ("n").
uint32_t edit_rank(const char *type);
bool edit_length(const char *type, uint32_t k, dbx_buf *b);
int64_t edit_length_number(const char *type, uint32_t k); // -1: it is no number, or there is none

// ---- the index (index.c) ----

typedef dbx_vec(const dbx_node *) edit_nodes;
typedef enum edit_use {
  EDIT_NAMES,    // the name itself, where it is read or bound
  EDIT_SETS,     // an assignment or a for loop, which has it in what it sets
  EDIT_TAKES,    // a function or lambda with a parameter of the name
  EDIT_CALLS_IT, // a call of the name, or of an attribute
  EDIT_KEEPS,    // `self.x = v`; a class with `x = v`
  EDIT_APPENDS,  // `xs.append(v)`, `self.xs.append(v)`
  EDIT_DEFINES,  // a definition of a function
  EDIT_BRANCHES, // the same, or one with the name in a decorator
  EDIT_LOOPS,    // `for_loop(...)(f)`, for all of them: name 0
} edit_use;
// The nodes that use the name so, in the order of a walk; never NULL.
const edit_nodes *edit_uses(const edit_site *s, edit_use use, dbx_sym name);

typedef struct edit_binding {                  // of a name: where it is set, a parameter
  const dbx_node *name, *statement, *function; // around it; NULL: none
  uint32_t id;                                 // the same for the same name
} edit_binding;
typedef struct edit_bindings {
  dbx_vec(edit_binding) all; // in the order of a walk
  uint32_t n_names;          // ids are below
} edit_bindings;
// All names that the text binds.
const edit_bindings *edit_all_bindings(const edit_site *s);
// The loops, comprehensions, functions and lambdas around a place, the innermost first.
void edit_blocks_around(const edit_site *s, dbx_span span, edit_nodes *ret);
// The name of the class that a function is the __init__ of; 0: none.
dbx_sym edit_class_of(const edit_site *s, const dbx_node *f);
// What was found out about a name that is used here, where it is in scope; 0 at first. Until the
// next call.
uint64_t *edit_memo(const edit_site *s, dbx_sym name, dbx_span use);

// ---- where things stand (index.c, find.c); a function that finds nothing gives NULL ----

const dbx_node *edit_at(const edit_site *s, dbx_span span);           // that has exactly this place
const dbx_node *edit_statement_of(const edit_site *s, dbx_span span); // the simple one around it
// Is it all that a name is given: `n + 1` of `m = n + 1`? Then n would be another name for m.
bool edit_is_named(const edit_site *s, dbx_span span);
const dbx_node *edit_function_of(const edit_site *s, dbx_span span);   // the innermost definition
const dbx_node *edit_function_named(const edit_site *s, dbx_sym name); // the last definition
// The nearest definition of the name before this place, the first of a conditional's branches.
const dbx_node *edit_definition(const edit_site *s, dbx_sym name, uint32_t before);
bool edit_same_text(const edit_site *s, dbx_span a, dbx_span b);
// What a function or a lambda gives: of its last return statement.
const dbx_node *edit_result_of(const dbx_node *f);
// Of a definition or lambda: which parameter has the name, UINT32_MAX: none; its node, NULL where
// there is none, or no function; has one it?
uint32_t edit_parameter(const dbx_node *f, dbx_sym name);
const dbx_node *edit_parameter_node(const dbx_node *f, dbx_sym name);
bool edit_takes(const dbx_node *f, dbx_sym name);
const dbx_node *edit_return_of(const dbx_node *f);       // its last return statement
const dbx_node *edit_decorated_here(const edit_site *s); // whose decorator the place is in
// The first value of the carry that the message names by its number.
const dbx_node *edit_first_of_error(const edit_site *s);
// The failing call, without what is done with its result; the function that it calls, also as the
// body of `for_loop(...)(body)`.
const dbx_node *edit_call(const edit_site *s);
const dbx_node *edit_called(const edit_site *s);
// What the failing call calls, where it is no function by name: `for_loop(0, n, 1)(body)`, also as
// the value of a name.
const dbx_node *edit_called_value(const edit_site *s);
// The call of for_loop or while_loop that makes a function, a lambda or a block a loop; the one of
// what the failing call calls.
const dbx_node *edit_loop(const edit_site *s, const dbx_node *n);
bool edit_makes_loop(const dbx_node *n); // is it `for_loop(...)(body)`?
const dbx_node *edit_called_loop(const edit_site *s);
// All that are at work where the error is, that of the failing call first, then from inside out.
typedef dbx_vec(const dbx_node *) edit_loops;
void edit_open_loops(const edit_site *s, edit_loops *ret);
void edit_put_loop(const edit_site *s, dbx_buf *b, const dbx_node *loop); // "'inner' (line 4)"
// The k-th of what a call of a loop carries at first.
const dbx_node *edit_first_value(const dbx_node *call, uint32_t k);
// Where the value of a name at this place was made: what was assigned to it last before, or, of a
// parameter of a loop, what is carried first. File 0: nowhere in this text.
dbx_span edit_making(const edit_site *s, dbx_span use);
dbx_span edit_making_here(const edit_site *s, dbx_span use); // that itself, also if it is a name
// The expression at this place, or what the name there was given; NULL.
const dbx_node *edit_made_by(const edit_site *s, dbx_span of);
// `x[a:]`, `x[:-b]`, `x[a:-b]` of a name, by numbers: how much is cut at each end; of n others of
// the name in the function around a place: what the last at each end alone cuts, and all of them,
// if they do not differ.
typedef struct edit_cut {
  dbx_sym of;
  int64_t front, back;
} edit_cut;
typedef struct edit_cuts {
  int64_t front, back, total;
  uint32_t n;
  bool differ;
} edit_cuts;
bool edit_cut_of(const dbx_node *n, edit_cut *ret); // false: it is none
edit_cuts edit_cuts_of(const edit_site *s, dbx_span at, dbx_sym name);
bool edit_is_carried(const edit_site *s, dbx_span use); // is it a name of what a loop carries?
// Several pieces as one edit, with the text between them; none may overlap. The last frees them.
typedef struct edit_one_piece {
  dbx_span span;
  char *text; // owned
} edit_one_piece;
typedef dbx_vec(edit_one_piece) edit_pieces;
void edit_piece(edit_pieces *p, dbx_span span, const char *text);
void edit_pieces_free(edit_pieces *p);
void edit_add_pieces(edit_site *s, edit_pieces *p, const char *text);
// With an import, behind those of the program.
void edit_add_importing(edit_site *s, const char *import, edit_pieces *p, const char *text);

// ---- the files of edits ----

// Edits of results of bodies, predicates, decorators and declarations (control.c).
void edits_of_control(edit_site *s);
// Edits of loops (loops.c): their strategy; a carry that grows from a number; scan and the loops of
// jax, whose carries keep their lengths.
void edits_of_loops(edit_site *s);
void edits_of_growth(edit_site *s);
void edits_of_scan(edit_site *s);
void edits_of_exchange(edit_site *s); // of two carries (control.c)
void edits_of_swapped_pair(edit_site *s);
void edits_of_pair(edit_site *s);      // the body of a scan
void edits_of_bare_loop(edit_site *s); // a decorator without its arguments
void edits_of_lax_loop(edit_site *s);
// Edits of the branches of conditionals (branches.c), and of their parameters.
void edits_of_branches(edit_site *s);
void edits_of_parameters(edit_site *s);
// A result has the structure of the other one: its keys, and not more values than that.
void edits_of_structure(edit_site *s, const dbx_node *n, const dbx_node *other);
bool edit_has_key(const edit_site *s, const dbx_node *dict, const dbx_node *key);
// What was made by a call of a conditional has another length in each of its branches.
void edits_of_branch_lengths(edit_site *s, dbx_span made, const char *from, const char *to);
// A function without a result: its last expression becomes one, or `text` does.
void edit_give_result(edit_site *s, const dbx_node *f, const char *text);
void edits_of_putting_back(edit_site *s); // a result that is a part of what is carried
void edits_of_scan_arguments(edit_site *s);
void edits_of_counted_elements(edit_site *s); // `xs[i]` for `xs`
// Is the name at this place one of a number: a length, a constant, a parameter that says so? An
// expression of a length: `x.shape[0]`, `len(x)`. `rows, columns` of `rows, columns = x.shape`,
// that has the name; NULL. A name that the program gives a value.
bool edit_is_number(const edit_site *s, const dbx_node *name);
bool edit_is_length(const dbx_node *n);
const dbx_node *edit_lengths_with(const edit_site *s, const dbx_node *name);
bool edit_is_local(const edit_site *s, const dbx_node *leaf);
// Edits of names (names.c): one that nothing uses, one that is alike; another length of the same
// shape (siblings.c).
void edits_of_unused_names(edit_site *s);
void edits_of_numbered_twins(edit_site *s);
void edits_of_twins(edit_site *s);
void edits_of_derived_names(edit_site *s); // made from what stands there
void edits_of_other_names(edit_site *s);
void edits_of_likes(edit_site *s);   // of a first value that is made like another array
void edits_of_outputs(edit_site *s); // of a scan
void edits_of_analogy(edit_site *s); // a name is made as the other one is
void edits_of_siblings(edit_site *s);
void edits_of_swapped_arguments(edit_site *s, bool named);
// Edits where a value got its dtype (dtypes.c); an operand, or the result that its role says.
void edits_of_dtypes(edit_site *s);
const dbx_node *edit_result_of_role(const edit_site *s, uint32_t operand);
// Edits of Python's own control flow, assignments and modules (python.c).
void edits_of_python(edit_site *s);
// Edits of misspelled and missing names, and of a text that cannot be read: that has no tree
// (text.c).
void edits_of_names(edit_site *s);
void edits_of_unread(edit_site *s);
// Edits of lengths that are computed more than once, of first values of carries, of results of
// branches, of values that leave their trace (meaning.c).
void edits_of_meaning(edit_site *s);
// Edits of lists that a loop appends to: an array that it carries (histories.c).
void edits_of_histories(edit_site *s);
// Edits that a warning suggests (warnings.c).
void edits_of_warnings(edit_site *s);
// Edits of devices, gates, their order and that of measurements (circuits.c).
void edits_of_circuits(edit_site *s);
// Edits of axes that were added, reduced or forgotten (axes.c); of these, `x` for `x[:, None]`, and
// keepdims=True for a reduction along an axis.
void edits_of_axes(edit_site *s);
void edits_of_tables(edit_site *s, bool column); // of one column or row, for vectors among tables
void edit_without_axes(edit_site *s, dbx_span span);
void edits_of_transposes(edit_site *s);
void edits_of_products(edit_site *s);     // `@` for `*` and `*` for `@`
void edits_of_squares(edit_site *s);      // x.T @ x for x @ x.T
void edits_of_missing_axes(edit_site *s); // of reductions
void edits_of_all_axes(edit_site *s);     // of a transpose
void edits_of_elements(edit_site *s);     // along the other axis
void edits_of_vectors(edit_site *s);      // two that are concatenated or multiplied, for a table
void edit_without_reduction(edit_site *s, dbx_span of); // x for jnp.sum(x) and x[0]
void edit_keep_axis(edit_site *s, const dbx_node *call);
// Edits of one length that is computed twice, in several functions (lengths.c).
void edits_of_lengths(edit_site *s);
// Parts of arrays, of the same places or of as many elements (lengths.c).
void edits_of_parts(edit_site *s);
void edits_of_requested_shape(edit_site *s); // the length that an array has, or that it has to have
// Edits of values of Python that do not fit (values.c): an index behind the end, values that are
// taken apart, None of a function that returns nothing, an argument that is missing.
void edits_of_index(edit_site *s);
void edits_of_taking_apart(edit_site *s);
// Edits of what is called and is no function, of functions that are not called (calls.c).
void edits_of_calls(edit_site *s);
void edits_of_uncalled(edit_site *s);
void edits_of_gradient(edit_site *s);
void edits_of_branch_operands(edit_site *s); // of lax.cond
// Edits of calls as other libraries have them, and of loops (idioms.c).
void edits_of_idioms(edit_site *s);
void edits_of_loop_arguments(edit_site *s);
void edits_of_mapped_arguments(edit_site *s); // of what vmap gives, in the other order
void edits_of_range(edit_site *s);
void edits_of_lookup(edit_site *s); // of whole numbers in a table
void edits_of_bare_condition(edit_site *s);
void edits_of_condition_arguments(edit_site *s); // of a while_loop
void edits_of_missing_carry(edit_site *s);
void edits_of_methods(edit_site *s);
void edits_of_static(edit_site *s); // lists as static arguments
void edits_of_tuples(edit_site *s);
void edits_of_none(edit_site *s);
void edits_of_unused_parameter(edit_site *s);
void edits_of_results(edit_site *s);                    // of a function inside
void edits_of_order(edit_site *s);                      // of definitions
void edit_return_last(edit_site *s, const dbx_node *f); // if it returns nothing
void edits_of_missing_argument(edit_site *s, const dbx_node *call, const dbx_node *f);
void edits_of_maps(edit_site *s);       // of vmap (maps.c)
void edits_of_subscripts(edit_site *s); // of places and slices, and of einsum (subscripts.c)
void edits_of_einsum(edit_site *s);
void edits_of_letters(edit_site *s); // of einsum, by the lengths of its operands
void edits_of_places(edit_site *s);  // of as many elements as there are values
// Edits that look at numbers and lengths (shape.c).
void edits_of_shapes(edit_site *s);
void edits_of_shapes_last(edit_site *s); // those behind the templates

// All rules of the error's kind, the most promising first (rules.c); those by template (edits.def).
void edits_of_rules(edit_site *s);
void edits_by_template(edit_site *s);

#endif
