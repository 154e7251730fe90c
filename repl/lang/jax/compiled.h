// What compiled functions are made of: calls and their arguments, compilations. Private to jax.
#ifndef DBX_LANG_COMPILED_H
#define DBX_LANG_COMPILED_H

#include "lang/jax/tree_call.h"
#include "trace/function.h"

// One compilation: a structure of arguments has one at a time.
typedef struct entry {
  dbx_sym key;      // structure of the arguments, the static ones, and the session's settings
  dbx_trace *trace; // that it was traced in: its own, or that of a function that called it
  const dbx_jaxpr *jaxpr;
  dbx_sig in_type, out_type;
  dbx_sym tree;           // `out` as a text
  dbx_implicit *implicit; // in the trace's arena
  uint32_t n_implicit;
  const dbx_aval *given; // of the leaves that it was compiled for; in the trace's arena
  pv out;                // structure of the result
  pv statics;            // the static arguments, which the key names; UNBOUND: there are none
} entry;

// What a call of jax.jit inside of a trace was traced to, for types without traced lengths; it
// counts while that trace lives and nothing of it was dropped since.
typedef struct nested_call {
  dbx_sym key;
  dbx_aval *aval; // of the leaves; owned
  uint32_t n;
  pv out, statics; // as of an entry
  dbx_call_target target;
  uint64_t trace;  // its id
  uint32_t n_cuts; // of the trace then
} nested_call;

typedef struct o_qjit {
  obj h;
  pv fn;
  pv original; // what was decorated: fn is what AutoGraph makes of it, or the same
  pv options;  // as they were given, a dictionary; after it was asked for a CompileOptions
  pv axes;     // abstracted_axes, UNBOUND if there is none
  dbx_sym name;
  struct o_qjit *before; // what jax.jit made of the same function with other options; NULL: nothing
  bool jit;              // jax.jit: results are jax arrays, nested calls are pjit equations
  bool abstract;     // of jax.make_jaxpr: arguments may be types, no dynamic shapes unless axes are
                     // named
  bool once;         // for one call, which is not compiled: a circuit outside of qjit
  bool declared;     // every parameter has an annotation: compiled when it was decorated
  uint32_t settings; // of the last compilation
  dbx_u32s fixed, fixed_names;     // static_argnums; static_argnames
  dbx_u32s donated, donated_names; // of jax.jit: donate_argnums; donate_argnames
  bool inlined, keeps_unused;      // of jax.jit: inline; keep_unused
  dbx_vec(entry) entries;
  dbx_vec(nested_call) calls;
  const dbx_jaxpr *jaxpr; // of the last compilation
  // Of the last call, or the declared types, and static keywords; UNBOUND: none yet.
  pv args, keywords, named;
} o_qjit;

// A call: its arguments, what of them is traced, and what tells it from other calls.
typedef struct site {
  pv args, keywords; // a tuple with static arguments in place; a dictionary
  pv named;          // keywords that are static, a dictionary; UNBOUND: none
  pv structure;      // of (arguments that are traced, keywords)
  bool *fixed;
  dbx_val *val;
  dbx_aval *aval;
  uint32_t n;
  dbx_sym key;
} site;

// ---- the arguments of a call (site.c) ----

// What decides how a function is traced, beside its arguments: the session's settings.
uint32_t site_settings(void);
// The call's arguments, by position and by name; pinned.
void site_of(const o_qjit *q, const call_args *c, site *s);
// Takes args, keywords and named apart: structure, fixed and key, and the leaves, which the caller
// frees. Pins what it makes. E208 for a static argument of jax.jit that cannot be hashed.
dbx_status site_open(const o_qjit *q, site *s, pv_list *leaves);
// The same, and the leaves as values with their types, in scratch memory. E511 for what is no value
// of arrays.
dbx_status site_fill(const o_qjit *q, site *s);
// Are the static arguments those of another call, with the same key? By ==, as far as the key does
// not say it.
dbx_status site_same_statics(const site *s, pv statics, bool *ret);
pv site_traced(const site *s); // a tuple of the arguments that are not static
// Which leaves of the call are donated, in scratch memory; NULL: none.
const bool *site_donated(const o_qjit *q, const site *s);

// ---- what earlier traces made of a call (known.c) ----

// The static arguments of a call, as an entry keeps them; UNBOUND: there are none.
pv statics_of(const o_qjit *q, const site *s);
// A call inside of the current trace: the target that an earlier trace or call has for it, and the
// structure of its results; *found: there is one.
dbx_status known_target(o_qjit *q, const site *s, dbx_call_target *ret, pv *out, bool *found);
// Keeps what the current trace made of the call, for later traces and calls.
void known_keep(o_qjit *q, const site *s, const dbx_call_target *target, pv out);
// A call outside of a trace: what a trace of a function that called it has for it, which becomes a
// compilation of q.
dbx_status known_entry(o_qjit *q, const site *s, entry *ret, bool *found);
void known_visit(const o_qjit *q, void (*child)(obj *o)); // for the heap
void known_release(o_qjit *q);                            // before q goes

// ---- compiling (compile.c) ----

// The types of the arguments as an InputType, with an entry for each length that abstracted_axes
// names, in the arena. E510, and E315 for lengths of one name that differ.
dbx_status qjit_infer(const o_qjit *q, const site *s, dbx_arena *a, dbx_sig *in_type,
                      dbx_implicit **implicit, uint32_t *n_implicit);
// Traces the function for the types of s, and keeps what it gave. The session owns the trace.
dbx_status qjit_compile(o_qjit *q, const site *s, entry *ret);
// The function as what the tracer calls; pinned.
void site_callable(const o_qjit *q, const site *s, tree_fn *fn, dbx_callable *callable);
// The annotations of every parameter as a tuple; false if one has none.
bool qjit_declared(pv fn, pv *ret);
// The function of the program in an object that can be called, such as a circuit (__wrapped__);
// else fn.
pv qjit_written(pv fn);
// Traces the function for the types that its annotations name. E511 for others.
dbx_status qjit_compile_declared(o_qjit *q, pv annotations);

// ---- options (options.c) ----

// A new compiled function; jit: as jax.jit makes it. Options by keyword: abstracted_axes,
// static_argnums, static_argnames. An annotated one of Catalyst is compiled at once.
dbx_status qjit_new(pv fn, const call_args *options, bool jit, pv *ret);
// The attributes of a function under qjit that say how it was made: original_function,
// user_function, compile_options. UNBOUND: the name is none of them.
dbx_status qjit_made_attr(o_qjit *q, dbx_sym name, pv *ret);

#endif
