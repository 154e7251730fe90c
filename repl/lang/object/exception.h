// Exceptions (exception.c): the built-in classes, raising and catching. A pending diagnostic is
// what an exception is until somebody catches it.
#ifndef DBX_LANG_EXCEPTION_H
#define DBX_LANG_EXCEPTION_H

#include "lang/value/type.h"

void lang_exceptions_start(void);            // once, before any exception
void lang_exceptions_forget(void);           // the objects of errors that nobody has caught
o_class *lang_exception_class(dbx_sym name); // NULL if it is none
const char *lang_exception_name(uint32_t i); // of Python's own, by number; NULL behind the last
// Where a class says that it is written: "builtins", "jax.errors", "__main__".
const char *lang_class_module(const o_class *c);
static inline bool lang_is_exception(pv v) { // an instance of BaseException or of one below it
  return is_obj(v, T_INSTANCE) && lang_instance(v)->cls->exception;
}

// ---- raising ----
// Raises an instance or a class (E214); cause: UNBOUND without `from`.
dbx_status lang_raise(pv exc, pv cause);
// The pending exception was raised while `handled` (UNBOUND: nothing) was.
void lang_raised_while(pv handled);
dbx_status lang_assertion(pv message, dbx_span span); // fails with E205
dbx_status lang_key_error(pv key);                    // fails with E207
dbx_status lang_rethrow(pv exc);                      // with the spans and notes that it had

// ---- catching ----
// The exception object of the pending diagnostic, which is taken.
pv lang_catch(void);
bool lang_pending_is(dbx_sym exception); // of the pending diagnostic's class or one below it
dbx_status lang_matches(pv exc, pv cls, bool *ret); // cls: a class or a tuple of them; E204

// ---- texts, attributes (exception_attr.c) ----
// Whether SystemExit is pending, which is taken then: the status that it asks for, and a line to
// say if its code is no number.
bool lang_exits(int *status, dbx_buf *said);
bool lang_ends_well(void);           // the same of the status 0; any other stays pending
bool lang_is_exception_method(pv v); // a function that BaseException has
// What a built-in __str__ or __repr__ of exceptions gives, without a call; *ret false if the method
// is another.
dbx_status lang_exception_text(const o_instance *x, pv method, dbx_buf *b, bool *ret);
// The attributes that exceptions have beside those of their class; false where it is none of them.
bool lang_exception_attr(const o_instance *x, dbx_sym name, pv *ret);
// Sets one of them; *ret false where it is none of them. E204: not with that value.
dbx_status lang_exception_setattr(o_instance *x, dbx_sym name, pv v, bool *ret);

#endif
