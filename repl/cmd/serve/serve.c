// Requests and their answers (see serve.h).
#include "cmd/serve/serve.h"

#include "cmd/host/host.h"
#include "cmd/serve/streams.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"

#include "base/poll.h"
#include "viz/names/letters.h"
#include "viz/report/diagnostic.h"
#include <string.h>
#include <unistd.h>

const method methods[] = {
#define M(name, fn, takes, help) {name, fn, takes, help},
#include "cmd/serve/methods.def"
#undef M
};
const uint32_t methods_count = sizeof methods / sizeof *methods;

// Of JSON-RPC, and of the base protocol of language servers.
enum {
  PARSE_ERROR = -32700,
  INVALID_REQUEST = -32600,
  METHOD_NOT_FOUND = -32601,
  INVALID_PARAMS = -32602,
  FAILED = -32000,    // data: the diagnostic
  CANCELLED = -32800, // interrupted
};

// ---- sending ----

// Bytes that are no UTF-8 can only be in texts: there is a `?` for each.
static void send(server *s, dbx_buf *b) {
  bool cut;
  for (size_t at = 0; at < b->n; at++) {
    at += streams_valid(b->at + at, b->n - at, &cut);
    if (at < b->n) b->at[at] = '?';
  }
  wire_send(&s->wire, dbx_text(b), b->n);
}

void serve_notify(server *s, const char *kind, const char *members, size_t n) {
  dbx_buf b = {0};
  streams_flush();
  dbx_printf(&b, "{\"jsonrpc\": \"2.0\", \"method\": \"%s\", \"params\": {\"session\": %s, ", kind,
             dbx_text(&s->session_name));
  dbx_printf(&b, "\"request\": %s, ", dbx_text(&s->request_id));
  dbx_putn(&b, members, n);
  dbx_put(&b, "}}");
  send(s, &b);
  dbx_buf_free(&b);
}

// ---- answers ----

// What a request comes to; the code 0: the result counts.
typedef struct answer {
  int code;
  dbx_buf message, result, data;
} answer;

static void answer_free(answer *a) {
  dbx_buf_free(&a->message), dbx_buf_free(&a->result), dbx_buf_free(&a->data);
}

static bool fail(answer *a, int code, const char *what, const char *name) {
  a->code = code;
  dbx_put(&a->message, what);
  if (name) dbx_printf(&a->message, " `%s`", name);
  return false;
}

static void put_id(dbx_buf *b, const json_t *id) {
  char *text = id ? json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
  dbx_clear(b);
  dbx_put(b, text ? text : "null");
  free(text);
}

static void put_answer(dbx_buf *b, const char *id, const answer *a) {
  dbx_json j = {.out = b, .indent = -1};
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "jsonrpc"), dbx_json_str(&j, "2.0");
  dbx_json_key(&j, "id"), dbx_json_raw(&j, id, strlen(id));
  dbx_json_key(&j, a->code ? "error" : "result");
  if (!a->code) {
    dbx_json_raw(&j, dbx_text(&a->result), a->result.n);
  } else {
    dbx_json_open(&j, '{');
    dbx_json_key(&j, "code"), dbx_json_int(&j, a->code);
    dbx_json_key(&j, "message"), dbx_json_str(&j, dbx_text(&a->message));
    if (a->data.n) dbx_json_key(&j, "data"), dbx_json_raw(&j, dbx_text(&a->data), a->data.n);
    dbx_json_close(&j, '}');
  }
  dbx_json_close(&j, '}');
}

// ---- checking ----

static bool is_kind(const json_t *v, const char *kind, size_t n) {
  if (!strncmp(kind, "string", n)) // without NUL, which ends a text
    return json_is_string(v) && strlen(json_string_value(v)) == json_string_length(v);
  if (!strncmp(kind, "integer", n)) return json_is_integer(v);
  if (!strncmp(kind, "boolean", n)) return json_is_boolean(v);
  if (!strncmp(kind, "object", n)) return json_is_object(v);
  return true;
}

static bool check_param(const json_t *params, const char *row, answer *a) {
  char name[32];
  size_t n = strcspn(row, "?:"), kind = strcspn(row, ":") + 1;
  snprintf(name, sizeof name, "%.*s", (int)n, row);
  const json_t *v = json_object_get(params, name);
  if (!v) return row[n] == '?' || fail(a, INVALID_PARAMS, "there is no parameter", name);
  size_t len = strcspn(row + kind, " ");
  if (is_kind(v, row + kind, len)) return true;
  (void)fail(a, INVALID_PARAMS, "the parameter", name);
  dbx_printf(&a->message, " is no %.*s", (int)len, row + kind);
  return false;
}

static const char session_row[] = "session?:string";

static bool is_known_param(const method *m, const char *key) {
  size_t n = strlen(key);
  for (const char *at = m->params; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (!strncmp(at, key, n) && strchr("?:", at[n])) return true;
  return !strcmp(key, "session");
}

static bool check_params(const method *m, const json_t *params, answer *a) {
  const char *key;
  json_t *v;
  if (params && !json_is_object(params))
    return fail(a, INVALID_PARAMS, "parameters are an object", NULL);
  json_object_foreach((json_t *)(uintptr_t)params, key, v) {
    if (!is_known_param(m, key)) return fail(a, INVALID_PARAMS, "there is no parameter", key);
  }
  if (!check_param(params, session_row, a)) return false;
  for (const char *at = m->params; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (!check_param(params, at, a)) return false;
  return true;
}

static const method *find_method(const json_t *request, answer *a) {
  const json_t *name = json_object_get(request, "method");
  for (uint32_t i = 0; i < methods_count; i++)
    if (is_kind(name, "string", 6) && !strcmp(methods[i].name, json_string_value(name)))
      return &methods[i];
  (void)fail(a, METHOD_NOT_FOUND, "there is no method", json_string_value(name));
  return NULL;
}

static bool is_request(const json_t *v, answer *a) {
  const json_t *id = json_object_get(v, "id");
  const char *version = json_string_value(json_object_get(v, "jsonrpc"));
  if (!json_is_object(v)) return fail(a, INVALID_REQUEST, "a request is an object", NULL);
  if (!version || strcmp(version, "2.0"))
    return fail(a, INVALID_REQUEST, "\"jsonrpc\" is \"2.0\"", NULL);
  if (id && !json_is_string(id) && !json_is_number(id) && !json_is_null(id))
    return fail(a, INVALID_REQUEST, "an \"id\" is a string or a number", NULL);
  if (!json_is_string(json_object_get(v, "method")))
    return fail(a, INVALID_REQUEST, "a \"method\" is a string", NULL);
  return true;
}

// ---- carrying out ----

static void take_failure(answer *a) {
  dbx_diag *d = dbx_diag_take();
  dbx_buf lines = {0};
  a->code = d && dbx_is_interrupt(d->code) ? CANCELLED : FAILED;
  dbx_put(&a->message, d ? d->message : "it failed");
  if (d) dbx_diag_letters(d, program_so_far()), dbx_put_diag_json(&lines, d);
  dbx_putn(&a->data, dbx_text(&lines), strcspn(dbx_text(&lines), "\n"));
  dbx_buf_free(&lines);
  dbx_diag_free(d);
}

static const char *session_of(const json_t *params) {
  const char *name = json_string_value(json_object_get(params, "session"));
  return name ? name : "main";
}

static void about(server *s, const json_t *request) {
  dbx_json j = {.out = &s->session_name, .indent = -1};
  dbx_clear(&s->session_name);
  dbx_json_str(&j, session_of(json_object_get(request, "params")));
  put_id(&s->request_id, json_object_get(request, "id"));
}

static void run(server *s, const method *m, const json_t *params, answer *a) {
  dbx_json j = {.out = &a->result, .indent = -1};
  if (!sessions_use(s, session_of(params))) {
    (void)fail(a, FAILED, "there are too many sessions; `close` ends one", NULL);
    return;
  }
  serve_now->ended = false;
  dbx_here = (dbx_span){0};
  if (m->run(s, params, &j) != DBX_OK) take_failure(a);
  streams_flush();
  if (serve_now->ended) sessions_close(s, session_of(params));
  dbx_session_use(s->first);
}

static void answer_to(server *s, const json_t *request, const asked *from, answer *a) {
  if (!is_request(request, a)) return;
  const method *m = find_method(request, a);
  const json_t *params = json_object_get(request, "params");
  if (!m || !check_params(m, params, a)) return;
  if (from->cancelled) {
    (void)fail(a, CANCELLED, "interrupted before it began", NULL);
    return;
  }
  if (m->run == serve_interrupt) {
    dbx_printf(&a->result, "{\"interrupted\": %s}", from->interrupted ? "true" : "false");
    return;
  }
  about(s, request);
  run(s, m, params, a);
}

// A request without an id wants no answer; what is no request has one all the same.
static void answer_one(server *s, const json_t *request, const asked *from, dbx_buf *ret) {
  answer a = {0};
  dbx_buf id = {0};
  const json_t *wanted = json_object_get(request, "id");
  answer_to(s, request, from, &a);
  if (a.code == INVALID_REQUEST && !json_is_string(wanted) && !json_is_number(wanted)) {
    put_answer(ret, "null", &a);
  } else if (wanted) {
    put_id(&id, wanted);
    put_answer(ret, dbx_text(&id), &a);
  } else if (a.code == INVALID_REQUEST) {
    put_answer(ret, "null", &a);
  }
  dbx_buf_free(&id);
  answer_free(&a);
}

static void answer_batch(server *s, const asked *from, dbx_buf *ret) {
  size_t n = json_array_size(from->json);
  asked part = {.cancelled = from->cancelled};
  for (size_t i = 0; i < n; i++) {
    dbx_buf one = {0};
    part.json = json_array_get(from->json, i);
    intake_runs(&s->intake, part.json);
    answer_one(s, part.json, &part, &one);
    if (one.n) dbx_printf(ret, "%s%s", ret->n ? ", " : "[", dbx_text(&one));
    dbx_buf_free(&one);
  }
  if (ret->n) dbx_putc(ret, ']');
}

static void carry_out(server *s, const asked *from) {
  dbx_buf b = {0};
  answer wrong = {.code = PARSE_ERROR};
  if (!from->json) {
    dbx_put(&wrong.message, from->why ? from->why : "there is no memory for it");
    put_answer(&b, "null", &wrong);
  } else if (json_array_size(from->json)) {
    answer_batch(s, from, &b);
  } else {
    answer_one(s, from->json, from, &b);
  }
  intake_runs(&s->intake, NULL); // what has its answer is over
  if (b.n) send(s, &b);
  answer_free(&wrong);
  dbx_buf_free(&b);
}

// ---- the subcommand ----

static void server_end(server *s) {
  sessions_close_all(s);
  dbx_session_use(s->first);
  dbx_buf_free(&s->session_name), dbx_buf_free(&s->request_id);
}

static server *server_of(const cli *o) {
  server *s = dbx_alloc(sizeof *s);
  s->options = *o;
  s->options.command = "prompt"; // what is said in a session is as there
  s->options.color = "never";
  s->first = dbx_session_use(NULL);
  dbx_session_use(s->first);
  return s;
}

int cmd_serve(const cli *o) {
  server *s = server_of(o);
  asked *a;
  if (!streams_start(s)) return CLI_FAILED;
  host_use(&s->options);
  if (settings_start(&s->options, stdout) != DBX_OK)
    return host_report(dbx_diag_take()), CLI_FAILED;
  if (!intake_start(&s->intake, &s->wire)) return perror("dbidx: serve"), CLI_FAILED;
  while (!s->leaving && (a = intake_next(&s->intake))) {
    carry_out(s, a);
    intake_done(&s->intake, a);
  }
  server_end(s);
  _exit(CLI_OK); // the thread that reads waits for input
}
