// Events, ends of traces and diagnostics: what their lines have to say.
#include "lines.h"

#include <criterion/criterion.h>

#define EVENT(more) LINES_BEGIN "{'k':'event','trace':1," more "}\n"

static const lines_row rows[] = {
    {EVENT("'kind':'ARGUMENT','in':1,'variable':'v1'"), ""},
    {EVENT("'kind':'COMPARE','left':'v1','right':'3:int64[]','equal':1,'proof':0"), ""},
    {EVENT("'kind':'NOTHING'"), "line 10: there is no event \"NOTHING\""},
    {EVENT("'kind':'ARGUMENT'"), "line 10: there is no \"variable\""},
    {EVENT("'kind':'ARGUMENT','variable':'3:int64[]'"), "line 10: \"variable\" is no variable"},
    {EVENT("'kind':'STEP','step':11"), "line 10: there is no step 11"},
    {EVENT("'kind':'COMPARE','left':'v1','right':'v1','equal':2"),
     "line 10: \"equal\" is too large"},
    {EVENT("'kind':'FRAME_OPEN','context':7"), "line 10: there is no frame 7"},
    {EVENT("'kind':'ERROR','code':'E999'"), "line 10: there is no diagnostic \"E999\""},
    {LINES_BEGIN "{'k':'traced','trace':1}\n{'k':'traced','trace':1}\n",
     "line 11: the trace has ended before"},
    {LINES_BEGIN "{'k':'traced','trace':1,'proofs':[['a']]}\n", "line 10: a text was expected"},
    {"{'k':'error','code':'E301','message':'no'}\n", ""},
    {"{'k':'error','code':'E301'}\n", "line 2: there is no \"message\""},
    {"{'k':'error','code':'E301','message':'no','notes':[['x','']]}\n",
     "line 2: no note is of that kind"},
    {"{'k':'error','code':'E301','message':'no','labels':[[null]]}\n",
     "line 2: a text was expected"},
};

Test(read_trace, rows) { LINES_ROWS(rows); }

Test(read_trace, several_errors_are_one_chain) {
  dbx_recording r;
  cr_assert_eq(lines_read("{\"dbidx\": 1, \"target\": \"catalyst-0.7\"}\n"
                          "{\"k\": \"error\", \"code\": \"E301\", \"message\": \"one\"}\n"
                          "{\"k\": \"error\", \"code\": \"E201\", \"message\": \"two\"}\n"
                          "{\"k\": \"end\"}\n",
                          &r),
               DBX_OK);
  cr_assert(r.error && r.error->next && !r.error->next->next);
  cr_expect_str_eq(r.error->message, "one");
  cr_expect_eq(r.error->next->code, DBX_E201);
  lines_free(&r);
}
