// The parser of MLIR text (see mlir.h). It knows brackets, names, types and where an operation
// ends; the pretty forms of operations are words, operands and attributes to it.
#include "hlo/mlir.h"

#include "hlo/emit.h"

#include <ctype.h>
#include <stdlib.h>

typedef enum token {
  END,
  NAME,   // stablehlo.add, GT, dim
  VALUE,  // %3, %3#1
  SYMBOL, // @f
  OTHER,  // #loc3, ^bb0, !type
  NUMBER,
  STRING,
  ARROW,
  PUNCT
} token;

typedef struct parser {
  uint32_t file, n, begin, end, depth;
  const char *text;
  token tok;
  dbx_arena *arena;
} parser;

enum { DEEPEST = 200 };

// ---- tokens ----

static bool is_word(char c) { return isalnum((unsigned char)c) || (c && strchr("_.$-", c)); }

static void skip_blanks(parser *p) {
  for (;;) {
    while (p->end < p->n && isspace((unsigned char)p->text[p->end])) p->end++;
    if (p->end + 1 >= p->n || p->text[p->end] != '/' || p->text[p->end + 1] != '/') return;
    while (p->end < p->n && p->text[p->end] != '\n') p->end++;
  }
}

static void skip_string(parser *p) { // behind the opening quote
  while (p->end < p->n && p->text[p->end] != '"') p->end += p->text[p->end] == '\\' ? 2 : 1;
  p->end = p->end < p->n ? p->end + 1 : p->n;
}

static void skip_word(parser *p) {
  while (p->end < p->n && is_word(p->text[p->end])) {
    if (p->text[p->end] == '-' && p->end + 1 < p->n && p->text[p->end + 1] == '>') return;
    p->end++;
  }
}

static token sigil(char c) {
  return c == '%' ? VALUE : c == '@' ? SYMBOL : c == '#' || c == '^' || c == '!' ? OTHER : PUNCT;
}

static void next(parser *p) {
  skip_blanks(p);
  p->begin = p->end;
  p->tok = END;
  if (p->end >= p->n) return;
  char c = p->text[p->end++];
  p->tok = sigil(c);
  if (p->tok == SYMBOL && p->end < p->n && p->text[p->end] == '"') {
    p->end++;
    skip_string(p);
  } else if (p->tok != PUNCT) {
    skip_word(p);
    if (p->tok == VALUE && p->end < p->n && p->text[p->end] == '#') p->end++, skip_word(p);
  } else if (c == '"') {
    p->tok = STRING;
    skip_string(p);
  } else if (c == '-' && p->end < p->n && p->text[p->end] == '>') {
    p->tok = ARROW, p->end++;
  } else if (isdigit((unsigned char)c) || c == '-') {
    p->tok = NUMBER;
    skip_word(p);
  } else if (isalpha((unsigned char)c) || c == '_') {
    p->tok = NAME;
    skip_word(p);
  }
}

static bool is(const parser *p, char c) { return p->tok == PUNCT && p->text[p->begin] == c; }
static mlir_text here(const parser *p) {
  return (mlir_text){p->text + p->begin, p->end - p->begin};
}

static bool is_name(const parser *p, const char *s) {
  return p->tok == NAME && mlir_text_is(here(p), s);
}

static bool is_string(const parser *p) { // with both quotes
  return p->tok == STRING && p->end - p->begin > 1 && p->text[p->end - 1] == '"';
}

static dbx_sym sym(const parser *p) { return dbx_intern_n(p->text + p->begin, p->end - p->begin); }

static dbx_span span(const parser *p) { return (dbx_span){p->file, p->begin, p->end}; }

static dbx_status wrong(const parser *p, const char *what) {
  return dbx_fail(DBX_E601, span(p), "expected %s in the StableHLO", what);
}

static dbx_status expect(parser *p, char c) {
  char what[] = {'\'', c, '\'', 0};
  if (!is(p, c)) return wrong(p, what);
  next(p);
  return DBX_OK;
}

static char closing(char c) {
  return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : c == '<' ? '>' : 0;
}

// From an opening bracket past the closing one.
static dbx_status skip_brackets(parser *p) {
  char stack[DEEPEST];
  uint32_t depth = 0;
  do {
    char c = p->tok == PUNCT ? p->text[p->begin] : 0;
    if (p->tok == END) return wrong(p, "a closing bracket");
    if (closing(c)) {
      if (depth == DEEPEST) return wrong(p, "fewer brackets inside each other");
      stack[depth++] = closing(c);
    } else if (c && depth && c == stack[depth - 1]) {
      depth--;
    }
    next(p);
  } while (depth);
  return DBX_OK;
}

// ---- types ----

static dbx_dtype element_of(const char *at, uint32_t n) {
  for (dbx_dtype t = 0; t < DBX_KEY; t++) {
    const char *name = hlo_element(t);
    if (strlen(name) == n && !memcmp(at, name, n)) return t;
  }
  return DBX_NO_DTYPE;
}

// What stands between "tensor<" and ">".
static void read_tensor(parser *p, const char *s, uint32_t n, mlir_type *ret) {
  dbx_vec(int64_t) dims = {0};
  const char *end = s + n;
  while (s < end && (isdigit((unsigned char)*s) || *s == '?')) {
    char *stop = NULL;
    int64_t d = *s == '?' ? -1 : strtoll(s, &stop, 10);
    s = *s == '?' ? s + 1 : stop;
    if (s >= end || *s != 'x' || d < -1) break;
    s++;
    dbx_push(&dims, d);
  }
  uint32_t length = 0, depth = 0;
  for (; s + length < end && (depth || s[length] != ','); length++)
    depth += s[length] == '<', depth -= s[length] == '>';
  *ret = (mlir_type){.t = element_of(s, length), .rank = dims.n};
  ret->dims = dbx_arena_copy(p->arena, dims.at, dims.n * sizeof *dims.at);
  dbx_vec_free(&dims);
}

static dbx_status parse_type(parser *p, mlir_type *ret) {
  uint32_t begin = p->begin, inside = 0, end = p->end;
  bool tensor = is_name(p, "tensor");
  *ret = (mlir_type){.t = DBX_NO_DTYPE};
  if (p->tok != NAME && p->tok != OTHER && !is(p, '(')) return wrong(p, "a type");
  if (is(p, '(')) {
    DBX_TRY(skip_brackets(p));
  } else {
    next(p);
    if (is(p, '<')) {
      inside = p->end;
      uint32_t depth = 0;
      for (end = p->begin; end < p->n; end++) { // no tokens: 3x4xf64
        depth += p->text[end] == '<', depth -= p->text[end] == '>';
        if (!depth) break;
      }
      if (end >= p->n) return wrong(p, "a type");
      if (tensor) read_tensor(p, p->text + inside, end - inside, ret);
      p->end = ++end;
      next(p);
    }
  }
  ret->text = (mlir_text){p->text + begin, end - begin};
  return DBX_OK;
}

typedef dbx_vec(mlir_type) types;

// "(A, B)", "A, B", or "A".
static dbx_status parse_types(parser *p, types *ret) {
  bool list = is(p, '(');
  if (list) next(p);
  while (!list || !is(p, ')')) {
    mlir_type t;
    if (list && p->tok == VALUE) { // a named result
      next(p);
      DBX_TRY(expect(p, ':'));
    }
    DBX_TRY(parse_type(p, &t));
    dbx_push(ret, t);
    if (list && is(p, '{')) DBX_TRY(skip_brackets(p)); // attributes of a result
    if (!is(p, ',')) break;
    next(p);
  }
  return list ? expect(p, ')') : DBX_OK;
}

// ---- operations ----

typedef struct building {
  dbx_vec(dbx_sym) out, in, words;
  dbx_vec(mlir_attr) attrs;
  types in_types, out_types;
  dbx_vec(mlir_block) regions;
  dbx_vec(mlir_value) carried; // "%a = %b" of a loop
} building;

static dbx_status parse_block(parser *p, mlir_block *ret);
static dbx_status parse_region(parser *p, mlir_block *ret);

// A value up to a comma, a colon, a dictionary or the end; in a dictionary these are parts of it.
static dbx_status attr_value(parser *p, bool dictionary, mlir_text *ret) {
  uint32_t begin = p->begin, end = p->begin;
  while (p->tok != END && !is(p, ',') && !is(p, '}') && !is(p, ')') && !is(p, '>') &&
         (dictionary || (!is(p, ':') && !is(p, '{')))) {
    bool bracket = p->tok == PUNCT && closing(p->text[p->begin]);
    end = p->end;
    if (!bracket) {
      next(p);
      continue;
    }
    uint32_t last = p->begin;
    DBX_TRY(skip_brackets(p));
    for (end = p->begin; end > last && isspace((unsigned char)p->text[end - 1]);) end--;
  }
  *ret = (mlir_text){p->text + begin, end - begin};
  return DBX_OK;
}

static dbx_status parse_dictionary(parser *p, building *b) { // from "{" on
  DBX_TRY(expect(p, '{'));
  while (!is(p, '}')) {
    bool quoted = is_string(p);
    mlir_attr a = {.key = 0};
    if (p->tok != NAME && !quoted) return wrong(p, "the name of an attribute");
    a.key = dbx_intern_n(p->text + p->begin + quoted, p->end - p->begin - 2 * quoted);
    next(p);
    if (is(p, '=')) {
      next(p);
      DBX_TRY(attr_value(p, true, &a.text));
    }
    dbx_push(&b->attrs, a);
    if (!is(p, ',')) break;
    next(p);
  }
  return expect(p, '}');
}

static dbx_status parse_regions(parser *p, building *b) { // "{...}, {...}" up to ")"
  while (is(p, '{')) {
    mlir_block region;
    DBX_TRY(parse_region(p, &region));
    dbx_push(&b->regions, region);
    if (is(p, ',')) next(p);
  }
  return DBX_OK;
}

static dbx_status parse_arguments(parser *p, mlir_block *ret);

// reducer(%a: T, %b: T) (%c: T, %d: T) {...}: the first arguments of each pair, then the second.
static dbx_status parse_reducer(parser *p, building *b) {
  mlir_block region = {0};
  dbx_vec(mlir_value) args = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && is(p, '(')) {
    mlir_block pair = {0};
    st = parse_arguments(p, &pair);
    for (uint32_t i = 0; i < pair.n_args; i++) dbx_push(&args, pair.args[i]);
  }
  if (st == DBX_OK) st = parse_region(p, &region);
  region.args = DBX_NEWN(p->arena, mlir_value, args.n + 1);
  for (uint32_t i = 0; i < args.n; i++) // pairs are (value, accumulator)
    region.args[i % 2 * (args.n / 2) + i / 2] = args.at[i];
  region.n_args = args.n;
  dbx_vec_free(&args);
  if (st == DBX_OK) dbx_push(&b->regions, region);
  return st;
}

static dbx_status positional(parser *p, building *b) { // [0:3], dense<...>
  mlir_attr a = {.key = dbx_intern("")};
  uint32_t begin = p->begin, end;
  if (!is(p, '[')) next(p);
  DBX_TRY(skip_brackets(p));
  for (end = p->begin; end > begin && isspace((unsigned char)p->text[end - 1]);) end--;
  a.text = (mlir_text){p->text + begin, end - begin};
  dbx_push(&b->attrs, a);
  return DBX_OK;
}

// %a = %b: a value with its initial one.
static dbx_status operand(parser *p, building *b) {
  dbx_sym name = sym(p);
  next(p);
  if (!is(p, '=')) return dbx_push(&b->in, name), DBX_OK;
  next(p);
  if (p->tok != VALUE) return wrong(p, "a value");
  dbx_push(&b->carried, ((mlir_value){.name = name}));
  dbx_push(&b->in, sym(p));
  next(p);
  return DBX_OK;
}

static char after(const parser *p) {
  uint32_t i = p->end;
  while (i < p->n && isspace((unsigned char)p->text[i])) i++;
  return i < p->n ? p->text[i] : 0;
}

static dbx_status word(parser *p, building *b) {
  char c = after(p);
  if (is_name(p, "dense") && c == '<') return positional(p, b);
  if (c != '=') return dbx_push(&b->words, sym(p)), next(p), DBX_OK;
  mlir_attr a = {.key = sym(p)};
  next(p), next(p);
  DBX_TRY(attr_value(p, false, &a.text));
  dbx_push(&b->attrs, a);
  return DBX_OK;
}

// Everything between the name and the types.
static dbx_status parse_middle(parser *p, building *b, mlir_op *op) {
  uint32_t depth = 0;
  for (;;) {
    if (p->tok == END || (!depth && (is(p, ':') || is(p, '}') || is_name(p, "loc")))) return DBX_OK;
    if (p->tok == VALUE) {
      DBX_TRY(operand(p, b));
    } else if (p->tok == SYMBOL) {
      op->callee = sym(p), next(p);
    } else if (p->tok == NAME) {
      DBX_TRY(word(p, b));
    } else if (is_string(p)) {
      dbx_push(&b->words, dbx_intern_n(p->text + p->begin + 1, p->end - p->begin - 2));
      next(p);
    } else if (is(p, '(') && after(p) == '{') {
      next(p);
      DBX_TRY(parse_regions(p, b));
      DBX_TRY(expect(p, ')'));
    } else if (is(p, '(') || is(p, ')')) {
      if (is(p, ')') && !depth) return wrong(p, "the types of the operation");
      depth += is(p, '(') ? 1 : -1;
      next(p);
    } else if (is(p, '<') && after(p) == '{') {
      next(p);
      DBX_TRY(parse_dictionary(p, b));
      DBX_TRY(expect(p, '>'));
    } else if (is(p, '{')) {
      DBX_TRY(parse_dictionary(p, b));
    } else if (is(p, '[')) {
      DBX_TRY(positional(p, b));
    } else {
      next(p);
    }
  }
}

static dbx_status parse_signature(parser *p, building *b) { // behind ":"
  DBX_TRY(parse_types(p, &b->in_types));
  if (p->tok == ARROW) {
    next(p);
    return parse_types(p, &b->out_types);
  }
  for (uint32_t i = 0; i < b->in_types.n; i++) dbx_push(&b->out_types, b->in_types.at[i]);
  return DBX_OK;
}

// What may follow the types: regions of pretty forms, attributes, the place.
static dbx_status parse_end(parser *p, building *b) {
  for (;;) {
    if (is_name(p, "loc") && after(p) == '(') {
      next(p);
      DBX_TRY(skip_brackets(p));
    } else if (is_name(p, "attributes")) {
      next(p);
      DBX_TRY(skip_brackets(p));
    } else if (is_name(p, "cond") || is_name(p, "do")) {
      mlir_block region;
      next(p);
      DBX_TRY(parse_region(p, &region));
      dbx_push(&b->regions, region);
    } else if (is_name(p, "reducer")) {
      next(p);
      DBX_TRY(parse_reducer(p, b));
    } else {
      return DBX_OK;
    }
  }
}

static dbx_status parse_results(parser *p, building *b) {
  while (p->tok == VALUE) {
    dbx_sym name = sym(p);
    long n = 1;
    next(p);
    bool many = is(p, ':');
    if (many) {
      next(p);
      n = p->tok == NUMBER ? strtol(p->text + p->begin, NULL, 10) : 0;
      if (n < 1 || n > 10000) return wrong(p, "a number of results");
      next(p);
    }
    if (!many) dbx_push(&b->out, name);
    for (long i = 0; many && i < n; i++) {
      dbx_buf text = {0};
      dbx_printf(&text, "%s#%ld", dbx_sym_text(name), i);
      dbx_push(&b->out, dbx_intern(dbx_text(&text)));
      dbx_buf_free(&text);
    }
    if (!is(p, ',')) break;
    next(p);
  }
  return b->out.n ? expect(p, '=') : DBX_OK;
}

static void finish(parser *p, building *b, mlir_op *op) {
#define KEEP(field, from)                                                                          \
  op->field = dbx_arena_copy(p->arena, b->from.at, b->from.n * sizeof *b->from.at);                \
  op->n_##field = b->from.n
  KEEP(out, out);
  KEEP(in, in);
  KEEP(words, words);
  KEEP(attrs, attrs);
  KEEP(in_types, in_types);
  KEEP(out_types, out_types);
  KEEP(regions, regions);
#undef KEEP
  for (uint32_t r = 0; b->carried.n && r < op->n_regions; r++) { // both regions of a loop
    mlir_block *k = &op->regions[r];
    k->args = DBX_NEWN(p->arena, mlir_value, b->carried.n);
    k->n_args = b->carried.n;
    for (uint32_t i = 0; i < b->carried.n; i++) {
      k->args[i] = b->carried.at[i];
      k->args[i].type = i < op->n_in_types ? op->in_types[i] : (mlir_type){.t = DBX_NO_DTYPE};
    }
  }
}

static dbx_status parse_op(parser *p, mlir_op *ret) {
  building b = {0};
  uint32_t begin = p->begin;
  *ret = (mlir_op){0};
  dbx_status st = parse_results(p, &b);
  mlir_text name = here(p);
  if (st == DBX_OK && p->tok != NAME && !is_string(p)) st = wrong(p, "an operation");
  if (st == DBX_OK) {
    bool quoted = p->tok == STRING;
    ret->name = dbx_sym_text(dbx_intern_n(name.at + quoted, name.n - 2 * quoted));
    ret->span = (dbx_span){p->file, begin, p->end};
    next(p);
    st = parse_middle(p, &b, ret);
  }
  if (st == DBX_OK && is(p, ':')) {
    next(p);
    st = parse_signature(p, &b);
  }
  if (st == DBX_OK) st = parse_end(p, &b);
  if (st == DBX_OK) finish(p, &b, ret);
  dbx_vec_free(&b.out), dbx_vec_free(&b.in), dbx_vec_free(&b.words), dbx_vec_free(&b.attrs);
  dbx_vec_free(&b.in_types), dbx_vec_free(&b.out_types), dbx_vec_free(&b.regions);
  dbx_vec_free(&b.carried);
  return st;
}

// ---- blocks and functions ----

static dbx_status parse_arguments(parser *p, mlir_block *ret) {
  dbx_vec(mlir_value) args = {0};
  dbx_status st = expect(p, '(');
  while (st == DBX_OK && !is(p, ')')) {
    mlir_value v = {.name = sym(p)};
    if (p->tok != VALUE) st = wrong(p, "an argument");
    if (st == DBX_OK) next(p), st = expect(p, ':');
    if (st == DBX_OK) st = parse_type(p, &v.type);
    if (st == DBX_OK && is(p, '{')) st = skip_brackets(p);
    if (st == DBX_OK && is_name(p, "loc")) next(p), st = skip_brackets(p);
    if (st != DBX_OK) break;
    dbx_push(&args, v);
    if (!is(p, ',')) break;
    next(p);
  }
  ret->args = dbx_arena_copy(p->arena, args.at, args.n * sizeof *args.at);
  ret->n_args = args.n;
  dbx_vec_free(&args);
  return st == DBX_OK ? expect(p, ')') : st;
}

// Operations up to a closing brace.
static dbx_status parse_block(parser *p, mlir_block *ret) {
  dbx_vec(mlir_op) ops = {0};
  dbx_status st = p->depth < DEEPEST ? DBX_OK : wrong(p, "fewer regions inside each other");
  p->depth++;
  while (st == DBX_OK && !is(p, '}') && p->tok != END) {
    mlir_op op;
    st = parse_op(p, &op);
    if (st == DBX_OK) dbx_push(&ops, op);
  }
  p->depth--;
  ret->ops = dbx_arena_copy(p->arena, ops.at, ops.n * sizeof *ops.at);
  ret->n_ops = ops.n;
  dbx_vec_free(&ops);
  return st;
}

static dbx_status parse_region(parser *p, mlir_block *ret) {
  *ret = (mlir_block){0};
  DBX_TRY(expect(p, '{'));
  if (p->tok == OTHER && p->text[p->begin] == '^') { // ^bb0(%a: T):
    next(p);
    if (is(p, '(')) DBX_TRY(parse_arguments(p, ret));
    DBX_TRY(expect(p, ':'));
  }
  DBX_TRY(parse_block(p, ret));
  return expect(p, '}');
}

static dbx_status parse_function(parser *p, mlir_function *ret) { // behind func.func
  types results = {0};
  *ret = (mlir_function){0};
  while (p->tok == NAME) next(p); // public, private
  ret->name = sym(p), ret->span = span(p);
  if (p->tok != SYMBOL) return wrong(p, "the name of a function");
  next(p);
  DBX_TRY(parse_arguments(p, &ret->body));
  dbx_status st = DBX_OK;
  if (p->tok == ARROW) next(p), st = parse_types(p, &results);
  dbx_vec_free(&results);
  if (st == DBX_OK && is_name(p, "attributes")) next(p), st = skip_brackets(p);
  if (st != DBX_OK) return st;
  ret->declared = !is(p, '{');
  if (ret->declared) return DBX_OK;
  DBX_TRY(expect(p, '{'));
  DBX_TRY(parse_block(p, &ret->body));
  DBX_TRY(expect(p, '}'));
  if (!is_name(p, "loc")) return DBX_OK;
  next(p);
  return skip_brackets(p);
}

// "#loc = loc(...)" and what else stands at the top.
static dbx_status skip_alias(parser *p) {
  next(p);
  DBX_TRY(expect(p, '='));
  next(p);
  return is(p, '(') || is(p, '<') ? skip_brackets(p) : DBX_OK;
}

static dbx_status parse_module(parser *p, mlir_module *ret) {
  dbx_vec(mlir_function) functions = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && p->tok != END) {
    mlir_function f;
    if (is_name(p, "func.func")) {
      next(p);
      if ((st = parse_function(p, &f)) == DBX_OK) dbx_push(&functions, f);
    } else if (p->tok == OTHER) {
      st = skip_alias(p);
    } else if (is_name(p, "module") || is_name(p, "attributes") || is(p, '}') || p->tok == SYMBOL) {
      bool attributes = is_name(p, "attributes");
      next(p);
      if (attributes) st = skip_brackets(p);
    } else if (is(p, '{') || is_name(p, "loc")) {
      bool place = is_name(p, "loc");
      next(p);
      if (place) st = skip_brackets(p);
    } else {
      mlir_op other; // sdy.mesh
      st = parse_op(p, &other);
    }
  }
  ret->functions = dbx_arena_copy(p->arena, functions.at, functions.n * sizeof *functions.at);
  ret->n = functions.n;
  dbx_vec_free(&functions);
  if (st == DBX_OK && !ret->n) return wrong(p, "a function");
  return st;
}

dbx_status mlir_parse(uint32_t file, dbx_arena *arena, mlir_module *ret) {
  size_t n;
  const char *text = dbx_source_text(file, &n);
  parser p = {.file = file, .text = text, .n = (uint32_t)n, .arena = arena};
  *ret = (mlir_module){0};
  next(&p);
  return parse_module(&p, ret);
}
