// The call that ended a live trace, made again: whose diagnostic it is, and what does not fit.
#include "replay/replay.h"

#include "live.h"

#include <criterion/criterion.h>

#define STOP(class, more)                                                                          \
  LIVE_BEGIN "{'k':'stop','class':'" class "','message':'theirs'," more "}\n{'k':'done'}\n"
#define CALL(more) STOP("ValueError", "'call':{" more "}")
#define TYPE(more) STOP("TypeError", "'call':{" more "}")
#define PAIR "'args':['v2','v2']"

static const live_row rows[] = {
    // the class and the call fail here, too
    {CALL("'operator':'add','args':['v2',{'list':['1:~int64[]']}]"), "E214 theirs"},
    {TYPE("'function':'jnp.concatenate','args':[{'tuple':['v1','v2']}]"), "E214 theirs"},
    {CALL("'function':'jnp.sum','args':['v2'],'kw':{'axis':'3:~int64[]'}"), "E3"},
    {CALL("'function':'sum','args':['v2'],'kw':{'axis':{'tuple':['3:~int64[]']}}"), "E3"},
    {CALL("'function':'jnp.concatenate','args':[{'list':['v1','v2']}]"), "E3"},
    // it does not fail here, or in another way
    {CALL("'operator':'add'," PAIR), "E214 theirs"},
    {CALL("'operator':'neg','args':['v2']"), "E214 theirs"},
    {TYPE("'function':'jnp.sum','args':['v2'],'kw':{'axis':'3:~int64[]'}"), "E214 theirs"},
    // it is none of ours
    {CALL("'operator':'nor'," PAIR), "E214 theirs"},
    {CALL("'operator':'add','args':[]"), "E214 theirs"},
    {CALL("'function':'jnp.nothing'," PAIR), "E214 theirs"},
    {CALL("'function':'a_module_with_a_long_name.sum'," PAIR), "E214 theirs"},
    {CALL("'function':'getitem','args':['v2']"), "E214 theirs"},
    {CALL("'function':'getitem','args':['v2',{'tuple':[{'ellipsis':true},null]}]"), "E214 theirs"},
    {CALL("'function':'getitem','args':['v2',{'slice':[null,null,'2:~int64[]']}]"), "E214 theirs"},
    {CALL("'function':'astype','args':['v2',{'dtype':'float32'}]"), "E214 theirs"},
    {CALL("'function':'astype','args':['v2',{'text':'float32'}]"), "E214 theirs"},
    // what is no recording
    {CALL("'function':3,'args':[]"), "E608 r, line 5"},
    {CALL("'args':[]"), "E608 r, line 5"},
    {CALL("'function':'jnp.sum','args':3"), "E608 r, line 5"},
    {CALL("'function':'jnp.sum','args':['v9']"), "E608 r, line 5: v9 is not defined"},
    {CALL("'function':'jnp.sum','args':[{'slice':[null]}]"),
     "E608 r, line 5: a slice has three parts"},
    {CALL("'function':'jnp.sum','args':[{'dtype':'int7'}]"),
     "E608 r, line 5: there is no dtype int7"},
    {CALL("'function':'jnp.sum','args':[{'array':3}]"), "E608 r, line 5: there is no array 3"},
    {STOP("ValueError", "'call':3"), "E608 r, line 5"},
    {STOP("ValueError", "'calls':[3]"), "E608 r, line 5"},
    {STOP("ValueError", "'operands':[3],'call':{'function':'jnp.sum','args':['v2'],"
                        "'kw':{'axis':'3:~int64[]'}}"),
     "E608 r, line 5"},
};

Test(failing, rows) { LIVE_ROWS(rows); }

Test(failing, operands) {
  const char *text = live_text(
      STOP("ValueError", "'call':{'function':'jnp.sum','args':['v2'],'kw':{'axis':'3:~int64[]'}},"
                         "'operands':[[null,'argument 0','v2']]"));
  cr_expect(!strncmp(text, "E3", 2), "%s", text);
}

// ---- what is done once more ----

// Fails as the first name says, at the place.
static dbx_status repeat(dbx_span at, const dbx_replay_name *names, uint32_t n,
                         const char **refused) {
  cr_expect(n == 1 && names[0].value.kind == DBX_V_TUPLE && names[0].value.n == 2);
  const char *how = dbx_sym_text(names[0].name);
  if (!strcmp(how, "fine")) return *refused = "that", DBX_OK;
  if (!strcmp(how, "elsewhere")) at.end++;
  if (!strcmp(how, "host")) return dbx_fail(DBX_E202, at, "ours");
  return dbx_fail(DBX_E402, at, "ours of %s", dbx_sym_text(names[0].name));
}

#define SOURCE "{'k':'source','id':1,'name':'p.py','line':1,'text':'a + b'}\n"
#define ASKED(cls, name)                                                                           \
  SOURCE STOP(cls, "'at':[1,0,5],'values':[['" name "',{'tuple':['v1','2:~int64[]']}]]")
#define OPEN                                                                                       \
  "{'k':'open','prim':'for_loop','functions':['g'],'resizing':'preserve','bounds':['v1','v2','v1'" \
  "],'at':[1,0,5]}\n"
#define REFUSED(more) SOURCE LIVE_BEGIN OPEN more "{'k':'done'}\n"
#define SCOPE(at) "{'k':'scope','at':" at ",'values':[['x',{'tuple':['v1','v2']}]]}\n"

Test(failing, repeated) {
  static const live_row table[] = {
      {ASKED("TracerBoolConversionError", "x"), "E402 ours of x"},
      {ASKED("RuntimeError", "x"), "E402 ours of x"}, // what it is about counts
      {ASKED("RuntimeError", "elsewhere"), "E214 theirs"},
      {ASKED("RuntimeError", "host"), "E214 theirs"},
      {ASKED("TypeError", "host"), "E202 ours"},
      {ASKED("TypeError", "fine"), "E214 theirs = not in Catalyst 0.7: that"},
      {STOP("TypeError", "'values':[['x',null]]"), "E214 theirs"}, // nobody knows where
      {SOURCE STOP("TypeError", "'at':[1,0,5],'values':[3]"), "E608 r, line 6"},
      {REFUSED(""), "E513"},
      {REFUSED(SCOPE("[1,0,5]")), "E402 ours of x"},
      {REFUSED(SCOPE("[1,0,4]")), "E513"},
      {REFUSED("{'k':'stop','class':'RuntimeError','message':'theirs','at':[1,0,5],"
               "'values':[['x',{'tuple':['v1','v2']}]]}\n"),
       "E402 ours of x"},
      {REFUSED("{'k':'scope','at':[1,0,5],'values':[3]}\n"), "E608 r, line 7"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const char *have = live_text_of(table[i].steps, repeat);
    cr_expect(!strncmp(have, table[i].text, strlen(table[i].text)), "%s\n%s\nnot %s",
              table[i].steps, have, table[i].text);
  }
}

Test(failing, nobody_repeats) {
  cr_expect(!strncmp(live_text(ASKED("TypeError", "x")), "E214", 4));
  cr_expect(!strncmp(live_text(REFUSED(SCOPE("[1,0,5]"))), "E513", 4));
}
