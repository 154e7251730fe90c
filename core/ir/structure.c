// A node is read where it stands in the text: its kind by the first characters, its children one
// after the other. Nothing is built, and nothing recurses deeper than the words go.
#include "ir/structure.h"

#include <string.h>

enum { MOST = 6 }; // children that are named

typedef enum node_kind { LEAF, NOTHING, TUPLE, LIST, DICT, CLASS } node_kind;

// A child: the text of its node, and of a dictionary its key.
typedef struct child {
  const char *node, *key;
  size_t key_length;
} child;

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

static const char *after_quotes(const char *s) {
  char quote = *s++;
  while (*s && *s != quote) s += *s == '\\' && s[1] ? 2 : 1;
  return *s ? s + 1 : s;
}

// The first of `ends` outside of brackets and quotes, or the end of the text.
static const char *until(const char *s, const char *ends) {
  uint32_t depth = 0;
  while (*s && (depth || !strchr(ends, *s))) {
    if (*s == '\'' || *s == '"') {
      s = after_quotes(s);
      continue;
    }
    if (strchr("([{", *s)) depth++;
    else if (strchr(")]}", *s)) depth -= depth > 0;
    s++;
  }
  return s;
}

static node_kind kind_of(const char *s) {
  if (starts(s, "None")) return NOTHING;
  if (starts(s, "CustomNode(")) return CLASS;
  return *s == '(' ? TUPLE : *s == '[' ? LIST : *s == '{' ? DICT : LEAF;
}

static const char *root_of(const char *tree) {
  static const char head[] = "PyTreeDef(";
  return starts(tree, head) ? tree + sizeof head - 1 : "*";
}

// Where the children begin: behind the bracket that opens them.
static const char *inside(const char *node) {
  switch (kind_of(node)) {
  case LEAF:
  case NOTHING: return "";
  case CLASS: node = until(node + strlen("CustomNode("), ","); break;
  default: return node + 1;
  }
  while (*node && *node != '[') node++;
  return *node ? node + 1 : node;
}

// The next child from *at on; false: there is none.
static bool next_child(const char **at, bool keyed, child *ret) {
  const char *s = *at + strspn(*at, ", ");
  if (!*s || strchr(")]}", *s)) return false;
  *ret = (child){.key = s};
  if (keyed) {
    const char *colon = until(s, ":");
    ret->key_length = (size_t)(colon - s);
    s = colon + strspn(colon, ": ");
  }
  ret->node = s;
  *at = until(s, ",)]}");
  return true;
}

static uint32_t count(const char *node, bool *plain) {
  const char *at = inside(node);
  uint32_t n = 0;
  child c;
  for (*plain = true; next_child(&at, kind_of(node) == DICT, &c); n++)
    *plain = *plain && kind_of(c.node) == LEAF;
  return n;
}

static uint32_t leaves_below(const char *node) {
  const char *end = until(node, ",)]}");
  uint32_t n = 0;
  for (const char *s = node; s < end; s++) {
    if (starts(s, "CustomNode(")) s = inside(s) - 1;
    else if (*s == '\'' || *s == '"') s = after_quotes(s) - 1;
    else n += *s == '*';
  }
  return n;
}

// ---- words ----

static void put_node(dbx_buf *b, const char *node, bool inner);

static void put_between(dbx_buf *b, uint32_t i, uint32_t n) {
  if (i) dbx_put(b, i + 1 < n ? ", " : " and ");
}

static void put_children(dbx_buf *b, const char *node, uint32_t n) {
  const char *at = inside(node);
  child c;
  for (uint32_t i = 0; i < n && next_child(&at, false, &c); i++) {
    put_between(b, i, n);
    put_node(b, c.node, true);
  }
}

static void put_sequence(dbx_buf *b, const char *node, bool inner) {
  bool plain;
  uint32_t n = count(node, &plain);
  const char *what = kind_of(node) == TUPLE ? "tuple" : "list";
  if (!n) dbx_printf(b, "an empty %s", what);
  else if (plain && n == 1) dbx_printf(b, "a %s of one value", what);
  else if (plain) dbx_printf(b, "a %s of %u values", what, n);
  else if (inner || n > MOST) dbx_printf(b, "a %s of %u", what, n);
  else dbx_printf(b, "a %s of ", what), put_children(b, node, n);
}

static void put_keys(dbx_buf *b, const char *node) {
  bool plain;
  uint32_t n = count(node, &plain), shown = n > MOST ? MOST : n;
  const char *at = inside(node);
  child c;
  dbx_put(b, n ? n == 1 ? "a dictionary with the key " : "a dictionary with the keys "
               : "an empty dictionary");
  for (uint32_t i = 0; i < shown && next_child(&at, true, &c); i++) {
    put_between(b, i, n);
    dbx_printf(b, "%.*s", (int)c.key_length, c.key);
  }
  if (n > shown) dbx_printf(b, " and %u more", n - shown);
}

static void put_class(dbx_buf *b, const char *node) {
  const char *name = node + strlen("CustomNode("), *data = until(name, ",[(");
  if (starts(name, "namedtuple[")) name += strlen("namedtuple["), data = until(name, "]");
  dbx_printf(b, "a value of class %.*s", (int)(data - name), name);
}

// inner: what is inside of it is counted and not named
static void put_node(dbx_buf *b, const char *node, bool inner) {
  switch (kind_of(node)) {
  case LEAF: dbx_put(b, "one value"); break;
  case NOTHING: dbx_put(b, "None"); break;
  case TUPLE:
  case LIST: put_sequence(b, node, inner); break;
  case DICT: put_keys(b, node); break;
  case CLASS: put_class(b, node); break;
  }
}

void dbx_put_structure(dbx_buf *b, const char *tree) { put_node(b, root_of(tree), false); }

// ---- places ----

static void put_step(dbx_buf *b, const child *c, uint32_t i) {
  if (c->key_length) dbx_printf(b, "[%.*s]", (int)c->key_length, c->key);
  else dbx_printf(b, "[%u]", i);
}

// Whether both are nodes of one kind, with as many children and the same keys.
static bool alike(const char *x, const char *y) {
  bool plain;
  if (kind_of(x) != kind_of(y) || count(x, &plain) != count(y, &plain)) return false;
  const char *in_x = inside(x), *in_y = inside(y);
  child a, b;
  if (kind_of(x) == CLASS) return in_x - x == in_y - y && !memcmp(x, y, (size_t)(in_x - x));
  while (kind_of(x) == DICT && next_child(&in_x, true, &a) && next_child(&in_y, true, &b))
    if (a.key_length != b.key_length || memcmp(a.key, b.key, a.key_length)) return false;
  return true;
}

// The first children that differ, at the place *i; false: none do.
static bool differing_child(const char *x, const char *y, child *in_x, child *in_y, uint32_t *i) {
  const char *at_x = inside(x), *at_y = inside(y);
  bool keyed = kind_of(x) == DICT;
  for (*i = 0; next_child(&at_x, keyed, in_x) && next_child(&at_y, keyed, in_y); ++*i) {
    size_t n = (size_t)(at_x - in_x->node);
    if (n != (size_t)(at_y - in_y->node) || memcmp(in_x->node, in_y->node, n)) return true;
  }
  return false;
}

bool dbx_structures_differ(const char *x, const char *y, dbx_buf *path, dbx_buf *in_x,
                           dbx_buf *in_y) {
  x = root_of(x), y = root_of(y);
  while (alike(x, y)) {
    child a, b;
    uint32_t i;
    if (!differing_child(x, y, &a, &b, &i)) return false;
    put_step(path, &a, i);
    x = a.node, y = b.node;
  }
  put_node(in_x, x, false);
  return put_node(in_y, y, false), true;
}

bool dbx_put_leaf_path(dbx_buf *b, const char *tree, uint32_t leaf) {
  const char *node = root_of(tree);
  if (leaf >= leaves_below(node)) return false;
  while (kind_of(node) != LEAF) {
    const char *at = inside(node);
    child c = {0};
    uint32_t i = 0;
    for (; next_child(&at, kind_of(node) == DICT, &c); i++) {
      uint32_t n = leaves_below(c.node);
      if (leaf < n) break;
      leaf -= n;
    }
    if (!c.node) return false;
    put_step(b, &c, i);
    node = c.node;
  }
  return true;
}
