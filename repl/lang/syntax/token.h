// Tokens of the surface language (Python 3.11's lexical grammar).
#ifndef DBX_LANG_TOKEN_H
#define DBX_LANG_TOKEN_H

#include "base/diag.h"
#include "base/mem.h"

typedef enum dbx_token_kind {
  DBX_T_END,
  DBX_T_NEWLINE,
  DBX_T_INDENT,
  DBX_T_DEDENT,
  DBX_T_NAME, // also keywords
  DBX_T_NUMBER,
  DBX_T_STRING, // prefix, quotes and all
  DBX_T_OP,
} dbx_token_kind;

typedef struct dbx_token {
  uint8_t kind; // dbx_token_kind
  char first;   // byte of the name or operator, else 0
  uint32_t begin, end;
  dbx_sym name; // NAME: normalised to NFKC; OP: its text
} dbx_token;

typedef dbx_vec(dbx_token) dbx_tokens;

typedef struct dbx_lex_result {
  dbx_tokens tokens; // ends with END
  bool unfinished;   // the text ends inside brackets, a triple-quoted string or after a backslash
} dbx_lex_result;

// Splits a registered text into tokens. Fails with E1xx and the span of the first bad piece.
// Call dbx_lex_free in either case.
dbx_status dbx_lex(uint32_t file, dbx_lex_result *ret);
// The same for the bytes [begin, end) as if they stood in parentheses (f-string fields).
dbx_status dbx_lex_range(uint32_t file, uint32_t begin, uint32_t end, dbx_lex_result *ret);
void dbx_lex_free(dbx_lex_result *r);

#endif
