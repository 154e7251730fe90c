// Is a text a Jaxpr, and is it complete? Asked before anything is read: by the prompt, and for
// files whose name does not tell.
#include "ir/jaxpr.h"
#include "read/read.h"

#include <ctype.h>
#include <string.h>

static const char *blanks(const char *s, const char *end) {
  while (s < end && isspace((unsigned char)*s)) s++;
  return s;
}

// The text after `word` and the blanks behind it; NULL if s does not begin with it.
static const char *after(const char *s, const char *end, const char *word) {
  size_t n = strlen(word);
  if ((size_t)(end - s) < n || memcmp(s, word, n) != 0) return NULL;
  if (isalpha((unsigned char)*word) && s + n < end && (isalnum((unsigned char)s[n]) || s[n] == '_'))
    return NULL;
  return blanks(s + n, end);
}

static const char *after_name(const char *s, const char *end) {
  const char *at = s;
  while (at < end && (isalnum((unsigned char)*at) || *at == '_')) at++;
  return at > s ? blanks(at, end) : NULL;
}

// "a:f64[3,b]"; NULL if there is none.
static const char *after_binder(const char *s, const char *end) {
  if (!(s = after_name(s, end)) || !(s = after(s, end, ":")) || !(s = after_name(s, end)) ||
      !(s = after(s, end, "[")))
    return NULL;
  while (s < end && (isalnum((unsigned char)*s) || *s == '_' || *s == ',')) s++;
  return after(s, end, "]");
}

// `{ lambda x: x }` is a set in Python: constants have to be followed by a semicolon, or by another
// constant on the next line.
static bool begins_lambda(const char *s, const char *end) {
  uint32_t n = 0;
  if (!(s = after(s, end, "{")) || !(s = after(s, end, "lambda"))) return false;
  for (const char *next; (next = after_binder(s, end)); n++) s = next;
  return s < end ? *s == ';' : n > 1;
}

bool dbx_is_jaxpr_text(const char *text, size_t n) {
  const char *end = text + n, *s = blanks(text, end);
  const char *let = after(s, end, "let");
  return let ? (let = after_name(let, end)) && (let = after(let, end, "=")) && after(let, end, "{")
             : begins_lambda(s, end);
}

// Complete are all brackets closed, and one Jaxpr more than there are `let NAME = ` before it.
bool dbx_jaxpr_text_complete(const char *text, size_t n) {
  const char *end = text + n;
  long depth = 0, jaxprs = 0, lets = 0;
  for (const char *s = text; s < end; s++) {
    if (strchr("({[", *s) && *s) depth++;
    if (strchr(")}]", *s) && *s && --depth == 0) jaxprs++;
    if (depth < 0) return true; // wrong: reading it says so
    if (depth == 0 && after(s, end, "let") && (s == text || isspace((unsigned char)s[-1]))) lets++;
  }
  return depth == 0 && jaxprs > lets;
}
