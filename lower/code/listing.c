// See listing.h.
#include "lower/code/listing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct listing {
  dbx_buf *out;
  const lower_program *p;
  dbx_vec(dbx_names *) contexts; // of the Jaxpr, and of each branch: letters begin anew there
  dbx_map context_of;            // equation -> index of its context
  const char *comment;
  uint64_t now;    // number of the equation whose code is being listed, 0: none yet
  dbx_map numbers; // LLVM: metadata -> number
} listing;

typedef struct line {
  const char *at;
  size_t n;
} line;

static bool next_line(const char **text, line *ret) {
  if (!**text) return false;
  const char *end = strchr(*text, '\n');
  *ret = (line){*text, end ? (size_t)(end - *text) : strlen(*text)};
  *text += ret->n + (end != NULL);
  return true;
}

static bool begins(line l, const char *with) {
  size_t n = strlen(with);
  return l.n >= n && !memcmp(l.at, with, n);
}

static const char *find(line l, const char *what) { return memmem(l.at, l.n, what, strlen(what)); }

static void put_indent(dbx_buf *b, line l) {
  for (size_t i = 0; i < l.n && (l.at[i] == ' ' || l.at[i] == '\t'); i++) dbx_putc(b, l.at[i]);
}

// ---- letters ----

static bool own_context(const dbx_param *p) {
  return p->kind == DBX_P_LIST && p->n && p->item[0]->kind == DBX_P_JAXPR;
}

static void new_context(listing *w, const dbx_jaxpr *j);

static void enter(listing *w, const dbx_jaxpr *j, uint32_t context) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *q = &j->eqns[i];
    uint64_t key = (uint64_t)(uintptr_t)q;
    if (dbx_map_find(&w->context_of, key)) continue; // shared Jaxprs are printed once
    dbx_map_put(&w->context_of, key, context);
    for (uint32_t k = 0; k < q->n_params; k++) {
      const dbx_param *p = q->params[k].val;
      if (p->kind == DBX_P_JAXPR) enter(w, p->jaxpr, context);
      for (uint32_t n = 0; own_context(p) && n < p->n; n++) new_context(w, p->item[n]->jaxpr);
    }
  }
}

static void new_context(listing *w, const dbx_jaxpr *j) {
  dbx_push(&w->contexts, dbx_names_of(j));
  enter(w, j, w->contexts.n - 1);
}

static const dbx_names *names_of(const listing *w, const dbx_eqn *q) {
  uint64_t *context = dbx_map_find(&w->context_of, (uint64_t)(uintptr_t)q);
  return w->contexts.at[context ? *context : 0];
}

// ---- comments ----

// The equation in one line; parameters that would make it long are left out.
static void put_equation(listing *w, const dbx_eqn *q) {
  enum { LONGEST = 80 };
  dbx_buf b = {0};
  dbx_print_eqn(&b, q, names_of(w, q));
  const char *text = dbx_text(&b), *name = strstr(text, " = "),
             *open = name ? strchr(name, '[') : NULL, *close = open;
  int depth = 0;
  for (; close && *close; close++) {
    depth += (*close == '[') - (*close == ']');
    if (!depth) break;
  }
  if (b.n > LONGEST && close && *close)
    dbx_printf(w->out, "%.*s[...%s", (int)(open - text), text, close);
  else dbx_put(w->out, text);
  dbx_buf_free(&b);
}

// A comment where code of another equation begins. `l` is the line that follows.
static void mark(listing *w, uint64_t number, line l) {
  if (!number || number == w->now || number > w->p->listed.n) return;
  const dbx_eqn *q = w->p->listed.at[number - 1];
  w->now = number;
  put_indent(w->out, l);
  dbx_put(w->out, w->comment);
  put_equation(w, q);
  if (q->span.file) {
    dbx_place at = dbx_source_place(q->span.file, q->span.begin);
    dbx_printf(w->out, "   %s:%u:%u", dbx_source_name(q->span.file), at.line, at.column);
  }
  dbx_putc(w->out, '\n');
}

static void put_line(listing *w, line l) {
  dbx_putn(w->out, l.at, l.n);
  dbx_putc(w->out, '\n');
}

// ---- MLIR: ` eqn:12:0` after an operation; where there is no equation ` -:0:0`, ` [unknown]` ----

// The length of a location at the beginning of `l`, 0 if there is none.
static size_t location_length(line l, uint64_t *number) {
  bool eqn = begins(l, " eqn:");
  if (begins(l, " [unknown]")) return strlen(" [unknown]");
  size_t i = eqn ? strlen(" eqn:") : begins(l, " -:") ? strlen(" -:") : 0, digits = i;
  if (!i) return 0;
  if (eqn) *number = strtoull(l.at + i, NULL, 10);
  while (i < l.n && (isdigit((unsigned char)l.at[i]) || l.at[i] == ':')) i++;
  return i > digits ? i : 0;
}

static void mlir_line(listing *w, line l) {
  dbx_buf text = {0};
  uint64_t number = 0;
  if (begins(l, "#loc")) return;
  for (size_t i = 0, n; i < l.n; i += n) {
    n = location_length((line){l.at + i, l.n - i}, &number);
    if (!n) dbx_putc(&text, l.at[i]), n = 1;
  }
  line clean = {dbx_text(&text), text.n};
  bool closes = clean.n && clean.at[strspn(clean.at, " ")] == '}';
  if (!closes && !find(clean, " = arith.constant") && !find(clean, "func.func"))
    mark(w, number, clean);
  put_line(w, clean);
  dbx_buf_free(&text);
}

// ---- LLVM IR: `..., !dbg !12`, and `!12 = !DILocation(line: 3, ...` at the end ----

static void llvm_metadata(listing *w, line l) {
  const char *at = find(l, "!DILocation(line: ");
  if (begins(l, "!") && at)
    dbx_map_put(&w->numbers, strtoull(l.at + 1, NULL, 10) + 1,
                strtoull(at + strlen("!DILocation(line: "), NULL, 10));
}

static void llvm_line(listing *w, line l) {
  static const char *const out[] = {"!",          "declare ", "attributes ",
                                    "; ModuleID", "source_f", "; Function Attrs"};
  for (size_t i = 0; i < sizeof out / sizeof *out; i++)
    if (begins(l, out[i])) return;
  const char *dbg = find(l, ", !dbg !");
  uint64_t *number = NULL;
  if (dbg) {
    number = dbx_map_find(&w->numbers, strtoull(dbg + strlen(", !dbg !"), NULL, 10) + 1);
    const char *end = dbg + strlen(", !dbg !");
    while (end < l.at + l.n && isdigit((unsigned char)*end)) end++;
    mark(w, number ? *number : 0, l);
    dbx_putn(w->out, l.at, (size_t)(dbg - l.at));
    put_line(w, (line){end, (size_t)(l.at + l.n - end)});
    return;
  }
  const char *scope = begins(l, "define ") ? find(l, " !dbg !") : NULL;
  if (scope) {
    dbx_putn(w->out, l.at, (size_t)(scope - l.at));
    dbx_put(w->out, " {\n");
    return;
  }
  bool blank = l.n == 0, again = w->out->n > 1 && !strcmp(dbx_text(w->out) + w->out->n - 2, "\n\n");
  if (!blank || !again) put_line(w, l);
}

// ---- assembly: `.loc 1 12 0` ----

static bool asm_noise(line l) {
  static const char *const out[] = {
      "\t.cfi",  "\t.file", "\t.p2align", ".Ltmp",      ".Lfunc",
      "\t.size", "\t.type", "\t.ident",   "\t.addrsig", "\t.section\t\".note"};
  for (size_t i = 0; i < sizeof out / sizeof *out; i++)
    if (begins(l, out[i])) return true;
  return false;
}

static void asm_line(listing *w, line l, uint64_t *pending, bool *debug) {
  if (begins(l, "\t.section") || begins(l, "\t.text")) *debug = find(l, ".debug") != NULL;
  if (*debug || asm_noise(l)) return;
  if (begins(l, "\t.loc\t")) {
    const char *at = l.at + strlen("\t.loc\t");
    char *end;
    (void)strtoull(at, &end, 10);
    *pending = strtoull(end, NULL, 10);
    return;
  }
  if (l.n && l.at[0] == '\t' && l.at[1] != '.') mark(w, *pending, l);
  put_line(w, l);
}

void listing_put(dbx_buf *ret, listing_kind kind, const dbx_buf *text, const lower_program *p) {
  static const char *const comments[] = {"// ", "; ", "# "};
  listing w = {.out = ret, .p = p, .comment = comments[kind]};
  const char *at = dbx_text(text);
  uint64_t pending = 0;
  bool debug = false;
  new_context(&w, p->jaxpr);
  for (line l; kind == LISTING_LLVM && next_line(&at, &l);) llvm_metadata(&w, l);
  at = dbx_text(text);
  for (line l; next_line(&at, &l);)
    if (kind == LISTING_MLIR) mlir_line(&w, l);
    else if (kind == LISTING_LLVM) llvm_line(&w, l);
    else asm_line(&w, l, &pending, &debug);
  dbx_map_free(&w.numbers);
  for (uint32_t i = 0; i < w.contexts.n; i++) dbx_names_free(w.contexts.at[i]);
  dbx_vec_free(&w.contexts), dbx_map_free(&w.context_of);
}
