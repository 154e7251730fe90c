// Views: diagnostics as text and JSON, the bind log, reports, the event log. The expected texts
// were written by hand; those of the traced function follow the worked example of
// conformance/BINDS.md.
#include "jnp/ops.h"
#include "viz/report/binds.h"
#include "viz/report/diagnostic.h"
#include "viz/report/events.h"
#include "viz/report/report.h"
#include "viz/text/text.h"

#include <criterion/criterion.h>
#include <string.h>

// ---- diagnostics ----

static uint32_t file;
static const char *source;

static void use_source(const char *text) {
  source = text;
  file = dbx_source_add("prog.py", text, strlen(text));
}

static dbx_span at(const char *s) {
  const char *p = strstr(source, s);
  cr_assert(p, "%s", s);
  return (dbx_span){file, (uint32_t)(p - source), (uint32_t)(p - source + strlen(s))};
}

static dbx_span inside(const char *s, uint32_t from, uint32_t to) {
  dbx_span whole = at(s);
  return (dbx_span){file, whole.begin + from, whole.begin + to};
}

static void expect(const char *want, const dbx_diag_style *style) {
  dbx_diag *d = dbx_diag_take();
  dbx_buf b = {0};
  dbx_put_diag(&b, d, style);
  cr_expect_str_eq(dbx_text(&b), want);
  dbx_buf_free(&b);
  dbx_diag_free(d);
}

static const dbx_diag_style plain;

Test(diagnostic, shows_operands_notes_fixes_and_calls) {
  use_source("def f(x, y):\n"
             "    @for_loop(0, 10, 1, allow_array_resizing=True)\n"
             "    def loop(_, a):\n"
             "        return a * x\n"
             "    return loop(y)\n");
  dbx_fail_(DBX_E301, inside("a * x", 2, 3), "`a * x` multiplies different lengths");
  dbx_diag_label(at("allow_array_resizing=True"), "makes every dimension an argument");
  dbx_diag_label(inside("a * x", 0, 1), "a : f64[f]   f = implicit argument 0");
  dbx_diag_label(inside("a * x", 4, 5), "x : f64[a]   a = size of argument x, axis 0");
  dbx_diag_note("before the loop both sizes are `a`");
  dbx_diag_fix("allow_array_resizing=False", "traces; result f64[a]");
  dbx_diag_fix("x", "fails: E504");
  dbx_diag_call(at("loop(y)"), "loop");
  expect(
      "error[E301] ValueError: `a * x` multiplies different lengths\n"
      "  --> prog.py:4:18\n"
      " 2 |     @for_loop(0, 10, 1, allow_array_resizing=True)\n"
      "   |                         ------------------------- makes every dimension an argument\n"
      " 3 |     def loop(_, a):\n"
      " 4 |         return a * x\n"
      "   |                - ^ -\n"
      "   |                |   x : f64[a]   a = size of argument x, axis 0\n"
      "   |                a : f64[f]   f = implicit argument 0\n"
      "   = before the loop both sizes are `a`\n"
      "   = tried: allow_array_resizing=False   traces; result f64[a]\n"
      "   = tried: x                            fails: E504\n"
      "   = called from line 5: loop(y)\n"
      "   more: :why 4\n",
      &(dbx_diag_style){.more = ":why 4"});
}

Test(diagnostic, measures_tabs_and_wide_characters) {
  use_source("\tx = '\xE4\xBD\xA0' + bad\r\nend\n");
  dbx_fail_(DBX_E201, at("bad"), "name 'bad' is not defined");
  dbx_diag_label(at("'\xE4\xBD\xA0'"), "two columns wide");
  expect("error[E201] NameError: name 'bad' is not defined\n"
         "  --> prog.py:1:12\n"
         " 1 |     x = '\xE4\xBD\xA0' + bad\n"
         "   |         ----   ^^^\n"
         "   |         two columns wide\n",
         &plain);
}

Test(diagnostic, marks_all_lines_of_the_error_and_the_first_of_a_label) {
  use_source("def g(a):\n    return a\n\n\n\ng(1,\n  2)\n");
  dbx_fail_(DBX_E202, at("g(1,\n  2)"), "too many arguments");
  dbx_diag_label(at("def g(a):\n    return a"), "defined here");
  expect("error[E202] TypeError: too many arguments\n"
         "  --> prog.py:6:1\n"
         " 1 | def g(a):\n"
         "   | --------- defined here\n"
         " ...\n"
         " 6 | g(1,\n"
         "   | ^^^^\n"
         " 7 |   2)\n"
         "   |   ^^\n",
         &plain);
}

Test(diagnostic, stays_inside_the_text) {
  use_source("x = (\n");
  dbx_fail_(DBX_E101, (dbx_span){file, 4000, 17}, "unexpected end");
  dbx_diag_label((dbx_span){file, 4, 5}, "opened here");
  dbx_diag_label((dbx_span){file + 1000, 0, 5}, "nowhere");
  expect("error[E101] SyntaxError: unexpected end\n"
         "  --> prog.py:2:1\n"
         " 1 | x = (\n"
         "   |     - opened here\n"
         " 2 |\n"
         "   | ^\n",
         &plain);
}

Test(diagnostic, cannot_be_used_to_control_the_terminal) {
  use_source("x\x1b[2J = \xff\n");
  dbx_fail_(DBX_E105, at("\xff"), "not UTF-8: \x1b]0;title\x07");
  expect("error[E105] SyntaxError: not UTF-8: ?]0;title?\n"
         "  --> prog.py:1:9\n"
         " 1 | x?[2J = ?\n"
         "   |         ^\n",
         &plain);
}

Test(diagnostic, shows_a_warning_without_a_place_and_what_is_chained) {
  dbx_here = (dbx_span){0};
  dbx_fail_(DBX_W101, (dbx_span){0}, "recompiling");
  dbx_diag_pending()->next = dbx_diag_new(DBX_E209, (dbx_span){0}, "");
  expect("warning[W101] UserWarning: recompiling\n\nerror[E209] ZeroDivisionError\n", &plain);
}

Test(diagnostic, shortens_deep_recursion) {
  use_source("def f(n): return f(n - 1)\nf(3)\n");
  dbx_fail_(DBX_E210, at("f(n - 1)"), "too deep");
  for (int i = 0; i < 9; i++) dbx_diag_call(at("f(n - 1)"), "f");
  dbx_diag_call(at("f(3)"), "f");
  expect("error[E210] RecursionError: too deep\n"
         "  --> prog.py:1:18\n"
         " 1 | def f(n): return f(n - 1)\n"
         "   |                  ^^^^^^^^\n"
         "   = called from line 1: f(n - 1)\n"
         "   = called from line 1: f(n - 1)\n"
         "   = called from line 1: f(n - 1)\n"
         "   = called from line 1: f(n - 1)\n"
         "   = ... 4 more calls ...\n"
         "   = called from line 1: f(n - 1)\n"
         "   = called from line 2: f(3)\n",
         &plain);
}

Test(diagnostic, colours_words_and_marks_only) {
  use_source("x\n");
  dbx_fail_(DBX_E201, at("x"), "m");
  expect("\033[1;31merror[E201]\033[0m \033[1mNameError: m\033[0m\n"
         "  \033[36m-->\033[0m prog.py:1:1\n"
         "\033[36m 1 |\033[0m x\n"
         "   \033[36m|\033[0m \033[1;31m^\033[0m\n",
         &(dbx_diag_style){.color = true});
}

Test(diagnostic, is_one_json_object_a_line) {
  use_source("ab\n");
  dbx_fail_(DBX_E201, inside("ab", 1, 2), "say \"b\"");
  dbx_diag_note("n");
  dbx_diag_operand(inside("ab", 0, 1), "left operand", "f64[n]", 0);
  dbx_diag_birth("n", 0, (dbx_span){0}, "argument of 'f'");
  dbx_diag *d = dbx_diag_take();
  dbx_diag_edit(d, "c", "traces", d->span, "c");
  dbx_buf b = {0};
  dbx_put_diag_json(&b, d);
  cr_expect_str_eq(
      dbx_text(&b),
      "{\"severity\": \"error\", \"code\": \"E201\", \"class\": \"NameError\", \"title\": "
      "\"an unknown name\", \"message\": \"say \\\"b\\\"\", \"span\": {\"file\": \"prog.py\", "
      "\"line\": 1, \"column\": 2, \"end_line\": 1, \"end_column\": 3, \"begin\": 1, \"end\": 2}, "
      "\"labels\": [], \"operands\": [{\"role\": \"left operand\", \"span\": {\"file\": "
      "\"prog.py\", "
      "\"line\": 1, \"column\": 1, \"end_line\": 1, \"end_column\": 2, \"begin\": 0, \"end\": 1}, "
      "\"source\": \"a\", \"type\": \"f64[n]\", \"variable\": null, \"typed\": null}], \"births\": "
      "[{\"length\": \"n\", \"variable\": null, \"text\": \"argument of 'f'\", \"span\": null}], "
      "\"notes\": [\"n\"], \"fixes\": [{\"text\": \"c\", \"outcome\": \"traces\", \"edit\": "
      "{\"span\": "
      "{\"file\": \"prog.py\", \"line\": 1, \"column\": 2, \"end_line\": 1, \"end_column\": 3, "
      "\"begin\": 1, \"end\": 2}, \"replacement\": \"c\"}}], \"calls\": [], \"event\": null}\n");
  dbx_buf_free(&b);
  dbx_diag_free(d);
}

// Bytes of all kinds, spans anywhere: what is printed is UTF-8 without control characters.
Test(diagnostic, takes_any_bytes_and_any_spans) {
  static const char bytes[] = "ab \t\n\r\x1b\xE4\xBD\xA0\xCC\x81\xFF(";
  uint32_t seed = 1;
  for (int round = 0; round < 3000; round++) {
    char text[64];
    uint32_t n = (uint32_t)round % sizeof text, v[10];
    for (uint32_t i = 0; i < n; i++)
      text[i] = bytes[(seed = seed * 1103515245 + 12345) >> 16 & (sizeof bytes - 2)];
    for (int i = 0; i < 10; i++) v[i] = ((seed = seed * 1103515245 + 12345) >> 16) % 72;
    file = dbx_source_add("any", text, n);
    dbx_fail_(DBX_E101, (dbx_span){file, v[0], v[1]}, "%.*s", (int)n, text);
    dbx_diag_label((dbx_span){file - v[2] % 2, v[3], v[4]}, "%.*s", (int)n, text);
    dbx_diag_label((dbx_span){file, v[5], v[6]}, "a\nb");
    dbx_diag_call((dbx_span){file, v[7], v[8]}, "f");
    dbx_diag *d = dbx_diag_take();
    dbx_buf b = {0};
    dbx_put_diag(&b, d, &(dbx_diag_style){.width = (int)v[9]});
    for (uint32_t i = 0, k; i < b.n; i += k) {
      int32_t r = dbx_rune(b.at + i, b.n - i, &k);
      cr_assert(r >= 0x20 || r == '\n', "round %d, byte %u of\n%s", round, i, dbx_text(&b));
    }
    dbx_put_diag_json(&b, d);
    dbx_buf_free(&b);
    dbx_diag_free(d);
  }
}

Test(text, is_broken_at_blanks_and_indented) {
  dbx_buf b = {0};
  dbx_put_wrapped(&b, "one two three four five six seven eight", 4, 2, 26);
  cr_expect_str_eq(dbx_text(&b), "one two three four\n  five six seven eight");
  dbx_buf_free(&b);
}

// ---- the function of the worked example: trio(n) in conformance/loops/three_carries_mixed.py ----

static dbx_val ones(const dbx_val *shape, uint32_t n, dbx_dtype t) {
  dbx_val args[2] = {dbx_val_tuple(shape, n), dbx_val_dtype(t)}, r;
  cr_assert_eq(dbx_function_call(dbx_function_find("jnp", "ones"), args, 2, NULL, 0, &r), DBX_OK);
  return r;
}

static dbx_val plus(dbx_val x, dbx_val y) {
  dbx_val r;
  cr_assert_eq(dbx_operator(DBX_OP_Add, &x, &y, &r), DBX_OK);
  return r;
}

static dbx_status trio_body(void *ctx, const dbx_val *a, uint32_t n, dbx_leaves *ret) {
  (void)ctx;
  cr_assert_eq(n, 4);
  *ret = (dbx_leaves){DBX_TMP(dbx_val, 3), 3, dbx_intern("PyTreeDef((*, *, *))")};
  dbx_val k;
  ret->at[0] = plus(a[1], dbx_val_int(1));
  k = plus(a[0], dbx_val_int(2));
  ret->at[1] = ones(&k, 1, DBX_I64);
  ret->at[2] = plus(a[3], a[0]);
  return DBX_OK;
}

static dbx_status trio_fn(void *ctx, const dbx_val *a, uint32_t n, dbx_leaves *ret) {
  (void)ctx, (void)n;
  dbx_val square[] = {a[0], dbx_val_int(2)};
  dbx_val init[] = {ones(square, 2, DBX_F64), ones(a, 1, DBX_I64), dbx_val_int(10)};
  dbx_for_spec s = {dbx_val_int(0),
                    dbx_val_int(4),
                    dbx_val_int(1),
                    DBX_RESIZE,
                    {trio_body, NULL, dbx_intern("body")}};
  return dbx_bind_for(&s, init, 3, ret);
}

static dbx_trace *trio(void) {
  dbx_here = (dbx_span){0};
  dbx_trace *t = dbx_trace_begin(dbx_intern("trio"));
  dbx_sig in = dbx_sig_new(&t->arena, 1);
  in.aval[0] = dbx_aval_scalar(DBX_I64, true);
  in.expl[0] = true;
  dbx_sym tree;
  dbx_callable f = {trio_fn, NULL, dbx_intern("trio")};
  cr_assert_eq(dbx_trace_function(t, &in, &f, &tree), DBX_OK);
  dbx_trace_end(t);
  return t;
}

Test(binds, of_the_worked_example) {
  static const char *const lines[] = {
      "\"out_type\": [[\"i64[]\", false], [\"f64[InDBIdx(val=0),2]\", true], "
      "[\"i64[OutDBIdx(val=0)]\", true], [\"i64[]\", true]],",
      "\"expanded_inputs\": [\"a\", \"a\", \"0\", \"b\", \"c\", \"10\"],",
      "\"in_type\": [[\"i64[]\", false], [\"i64[]\", false], [\"i64[]\", true], "
      "[\"f64[DBIdx(val=0),2]\", true], [\"i64[DBIdx(val=1)]\", true], [\"i64[]\", true]],",
      "\"constants1\": [],",
      "\"body_collapsed_inputs\": [\"j\", \"k\", \"l\", \"m\"],",
      "\"collapsed_outputs\": [[\"o\", \"f64[h,2]\"], [\"q\", \"i64[p]\"], [\"r\", \"i64[]\"]],",
      "\"out_type\": [[\"i64[]\", false], [\"i64[]\", false], [\"f64[InDBIdx(val=0),2]\", true], "
      "[\"i64[OutDBIdx(val=1)]\", true], [\"i64[]\", true]],",
      "\"jaxpr_outvars\": [\"h\", \"p\", \"o\", \"q\", \"r\"]",
      "\"operands\": [\"a\", \"a\", \"0\", \"4\", \"1\", \"0\", \"b\", \"c\", \"10\"],",
      "\"results\": [[null, \"i64[]\"], [\"d\", \"i64[]\"], [\"e\", \"f64[a,2]\"], "
      "[\"f\", \"i64[d]\"], [\"g\", \"i64[]\"]],",
      "\"outvars\": [\"_\", \"d\", \"e\", \"f\", \"g\"]",
  };
  dbx_trace *t = trio();
  dbx_buf b = {0};
  dbx_put_binds(&b, &t, 1);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    cr_expect(strstr(dbx_text(&b), lines[i]), "no %s in\n%s", lines[i], dbx_text(&b));
  dbx_buf_free(&b);
  dbx_trace_free(t);
}

static void expect_report(const dbx_report_style *style, const char *want) {
  dbx_trace *t = trio();
  dbx_buf b = {0};
  dbx_put_bind_report(&b, t, t->binds.at[0], style);
  cr_expect_str_eq(dbx_text(&b), want);
  dbx_buf_free(&b);
  dbx_trace_free(t);
}

Test(report, says_nothing_or_one_line) {
  expect_report(&(dbx_report_style){.detail = DBX_DETAIL_SILENT}, "");
  expect_report(
      &(dbx_report_style){.detail = DBX_DETAIL_LINE},
      "bind for_loop  _:i64[] d:i64[] e:f64[a,2] f:i64[d] g:i64[] = for_loop[...] a a 0 4 1 "
      "0 b c 10\n");
}

Test(report, is_a_table_in_the_order_of_the_algorithm) {
  expect_report(
      &(dbx_report_style){.detail = DBX_DETAIL_TABLE},
      "bind for_loop  body\n"
      "  allow_array_resizing=True: every dynamic axis of a carry is an argument\n"
      "             collapsed      expanded\n"
      "  inputs     (0, b, c, 10)  (a, a, 0, b, c, 10)\n"
      "      in_type  0  i64[]            implicit  size of input 3, axis 0\n"
      "               1  i64[]            implicit  size of input 4, axis 0\n"
      "               2  i64[]            explicit  loop index\n"
      "               3  f64[DBIdx(0),2]  explicit  carry 0\n"
      "               4  i64[DBIdx(1)]    explicit  carry 1\n"
      "               5  i64[]            explicit  carry 2\n"
      "  constants  none\n"
      "  body       (j, k, l, m)   (h, i, j, k, l, m)\n"
      "      { lambda ; h:i64[] i:i64[] j:i64[] k:f64[h,2] l:i64[i] m:i64[]. let\n"
      "          n:f64[h,2] = broadcast_in_dim[broadcast_dimensions=() shape=(None, 2)] 1.0 h\n"
      "          o:f64[h,2] = add k n\n"
      "          p:i64[] = add j 2\n"
      "          q:i64[p] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1 p\n"
      "          r:i64[] = add m j\n"
      "        in (h, p, o, q, r) }\n"
      "  outputs    (o, q, r)      (h, p, o, q, r)\n"
      "      out_type  0  i64[]              implicit  size of result 2, axis 0\n"
      "                1  i64[]              implicit  size of result 3, axis 0\n"
      "                2  f64[InDBIdx(0),2]  explicit  carry 0; axis 0 is input 0 (h)\n"
      "                3  i64[OutDBIdx(1)]   explicit  carry 1; axis 0 is result 1 (p)\n"
      "                4  i64[]              explicit  carry 2\n"
      "  results    (e, f, g)      (_, d, e, f, g)\n"
      "      _:i64[] d:i64[] e:f64[a,2] f:i64[d] g:i64[] = for_loop[...] a a 0 4 1 0 b c 10\n");
}

Test(report, of_a_whole_function) {
  dbx_trace *t = trio();
  dbx_buf b = {0};
  dbx_put_types(&b, t, &(dbx_report_style){0});
  dbx_put_args(&b, t, &(dbx_report_style){0});
  cr_expect_str_eq(
      dbx_text(&b),
      "trio\n"
      "  in_type   0  i64[]  explicit  a: argument 0\n"
      "  out_type  0  i64[]              implicit  d: size of result 2, axis 0\n"
      "            1  f64[InDBIdx(0),2]  explicit  e: result 0; axis 0 is input 0 (a)\n"
      "            2  i64[OutDBIdx(0)]   explicit  f: result 1; axis 0 is result 0 (d)\n"
      "            3  i64[]              explicit  g: result 2\n"
      "  trio       collapsed  expanded\n"
      "  arguments  (a)        (a)\n"
      "  results    (e, f, g)  (d, e, f, g)\n");
  dbx_buf_free(&b);
  dbx_trace_free(t);
}

Test(events, are_lines_for_people_and_objects_for_programs) {
  dbx_trace *t = trio();
  dbx_buf b = {0};
  dbx_put_events(&b, t, false);
  cr_expect(strstr(dbx_text(&b), "    2    argument a:i64[]\n"
                                 "    3    convert_element_type 1.0: folded to 1.0\n"),
            "%s", dbx_text(&b));
  cr_expect(strstr(dbx_text(&b), "step 3.2 parseInputType (body)\n"));
  dbx_clear(&b);
  dbx_put_events_json(&b, t);
  cr_expect(strstr(dbx_text(&b),
                   "{\"function\": \"trio\", \"event\": 2, \"kind\": \"ARGUMENT\", "
                   "\"frame\": 0, \"bind\": null, \"span\": null, \"text\": "
                   "\"argument a:i64[]\", \"variable\": \"a\", \"type\": \"i64[]\"}\n"),
            "%s", dbx_text(&b));
  dbx_buf_free(&b);
  dbx_trace_free(t);
}
