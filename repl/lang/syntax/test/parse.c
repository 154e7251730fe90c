// Texts to trees, as CPython 3.11 dumps them; what is refused, with which code and at which place;
// and which texts more lines could complete.
#include "lang/syntax/ast.h"
#include "lang/syntax/token.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_status parse(const char *text, dbx_module **ret, bool *incomplete) {
  return dbx_parse(dbx_source_add("<test>", text, strlen(text)), ret, incomplete);
}

static const struct {
  const char *text, *dump;
} rows[] = {
    {"", "Module(body=[], type_ignores=[])"},
    {"pass", "Module(body=[Pass()], type_ignores=[])"},
    {"x = 1", "Module(body=[Assign(targets=[Name(id='x', ctx=Store())], value=Constant(value=1))], "
              "type_ignores=[])"},
    {"x: int", "Module(body=[AnnAssign(target=Name(id='x', ctx=Store()), annotation=Name(id='int', "
               "ctx=Load()), simple=1)], type_ignores=[])"},
    {"a, *b = c", "Module(body=[Assign(targets=[Tuple(elts=[Name(id='a', ctx=Store()), "
                  "Starred(value=Name(id='b', ctx=Store()), ctx=Store())], ctx=Store())], "
                  "value=Name(id='c', ctx=Load()))], type_ignores=[])"},
    {"x += 1", "Module(body=[AugAssign(target=Name(id='x', ctx=Store()), op=Add(), "
               "value=Constant(value=1))], type_ignores=[])"},
    {"1 + 2 * 3", "Module(body=[Expr(value=BinOp(left=Constant(value=1), op=Add(), "
                  "right=BinOp(left=Constant(value=2), op=Mult(), right=Constant(value=3))))], "
                  "type_ignores=[])"},
    {"-x ** 2", "Module(body=[Expr(value=UnaryOp(op=USub(), operand=BinOp(left=Name(id='x', "
                "ctx=Load()), op=Pow(), right=Constant(value=2))))], type_ignores=[])"},
    {"(1 + 2) * 3",
     "Module(body=[Expr(value=BinOp(left=BinOp(left=Constant(value=1), op=Add(), "
     "right=Constant(value=2)), op=Mult(), right=Constant(value=3)))], type_ignores=[])"},
    {"a < b <= c",
     "Module(body=[Expr(value=Compare(left=Name(id='a', ctx=Load()), ops=[Lt(), LtE()], "
     "comparators=[Name(id='b', ctx=Load()), Name(id='c', ctx=Load())]))], type_ignores=[])"},
    {"not a and b or c",
     "Module(body=[Expr(value=BoolOp(op=Or(), values=[BoolOp(op=And(), values=[UnaryOp(op=Not(), "
     "operand=Name(id='a', ctx=Load())), Name(id='b', ctx=Load())]), Name(id='c', ctx=Load())]))], "
     "type_ignores=[])"},
    {"x if y else z",
     "Module(body=[Expr(value=IfExp(test=Name(id='y', ctx=Load()), body=Name(id='x', ctx=Load()), "
     "orelse=Name(id='z', ctx=Load())))], type_ignores=[])"},
    {"f(1, *a, k=2, **d)",
     "Module(body=[Expr(value=Call(func=Name(id='f', ctx=Load()), args=[Constant(value=1), "
     "Starred(value=Name(id='a', ctx=Load()), ctx=Load())], keywords=[keyword(arg='k', "
     "value=Constant(value=2)), keyword(value=Name(id='d', ctx=Load()))]))], type_ignores=[])"},
    {"a.b[1:2, ...]",
     "Module(body=[Expr(value=Subscript(value=Attribute(value=Name(id='a', ctx=Load()), attr='b', "
     "ctx=Load()), slice=Tuple(elts=[Slice(lower=Constant(value=1), upper=Constant(value=2)), "
     "Constant(value=Ellipsis)], ctx=Load()), ctx=Load()))], type_ignores=[])"},
    {"[x for x in y if x]",
     "Module(body=[Expr(value=ListComp(elt=Name(id='x', ctx=Load()), "
     "generators=[comprehension(target=Name(id='x', ctx=Store()), iter=Name(id='y', ctx=Load()), "
     "ifs=[Name(id='x', ctx=Load())], is_async=0)]))], type_ignores=[])"},
    {"{1: 2, **d}", "Module(body=[Expr(value=Dict(keys=[Constant(value=1), None], "
                    "values=[Constant(value=2), Name(id='d', ctx=Load())]))], type_ignores=[])"},
    {"{*a, 1}", "Module(body=[Expr(value=Set(elts=[Starred(value=Name(id='a', ctx=Load()), "
                "ctx=Load()), Constant(value=1)]))], type_ignores=[])"},
    {"lambda x, /, y=1, *, z: x",
     "Module(body=[Expr(value=Lambda(args=arguments(posonlyargs=[arg(arg='x')], "
     "args=[arg(arg='y')], kwonlyargs=[arg(arg='z')], kw_defaults=[None], "
     "defaults=[Constant(value=1)]), body=Name(id='x', ctx=Load())))], type_ignores=[])"},
    {"f\"a{x!r:>{w}}b\"",
     "Module(body=[Expr(value=JoinedStr(values=[Constant(value='a'), "
     "FormattedValue(value=Name(id='x', ctx=Load()), conversion=114, "
     "format_spec=JoinedStr(values=[Constant(value='>'), FormattedValue(value=Name(id='w', "
     "ctx=Load()), conversion=-1)])), Constant(value='b')]))], type_ignores=[])"},
    {"\"a\" \"b\"", "Module(body=[Expr(value=Constant(value='ab'))], type_ignores=[])"},
    {"b'a\\xff'", "Module(body=[Expr(value=Constant(value=b'a\\xff'))], type_ignores=[])"},
    {"1_000", "Module(body=[Expr(value=Constant(value=1000))], type_ignores=[])"},
    {"0x1F", "Module(body=[Expr(value=Constant(value=31))], type_ignores=[])"},
    {"1e3", "Module(body=[Expr(value=Constant(value=1000.0))], type_ignores=[])"},
    {"2j", "Module(body=[Expr(value=Constant(value=2j))], type_ignores=[])"},
    {"1.", "Module(body=[Expr(value=Constant(value=1.0))], type_ignores=[])"},
    {"None", "Module(body=[Expr(value=Constant(value=None))], type_ignores=[])"},
    {"...", "Module(body=[Expr(value=Constant(value=Ellipsis))], type_ignores=[])"},
    {"10000000000000000000000",
     "Module(body=[Expr(value=Constant(value=10000000000000000000000))], type_ignores=[])"},
    {"(b := 1)", "Module(body=[Expr(value=NamedExpr(target=Name(id='b', ctx=Store()), "
                 "value=Constant(value=1)))], type_ignores=[])"},
    {"x[1:2:3]", "Module(body=[Expr(value=Subscript(value=Name(id='x', ctx=Load()), "
                 "slice=Slice(lower=Constant(value=1), upper=Constant(value=2), "
                 "step=Constant(value=3)), ctx=Load()))], type_ignores=[])"},
    {"()", "Module(body=[Expr(value=Tuple(elts=[], ctx=Load()))], type_ignores=[])"},
    {"(1,)",
     "Module(body=[Expr(value=Tuple(elts=[Constant(value=1)], ctx=Load()))], type_ignores=[])"},
    {"a if b else c if d else e",
     "Module(body=[Expr(value=IfExp(test=Name(id='b', ctx=Load()), body=Name(id='a', ctx=Load()), "
     "orelse=IfExp(test=Name(id='d', ctx=Load()), body=Name(id='c', ctx=Load()), "
     "orelse=Name(id='e', ctx=Load()))))], type_ignores=[])"},
    {"a @ b", "Module(body=[Expr(value=BinOp(left=Name(id='a', ctx=Load()), op=MatMult(), "
              "right=Name(id='b', ctx=Load())))], type_ignores=[])"},
    {"~a", "Module(body=[Expr(value=UnaryOp(op=Invert(), operand=Name(id='a', ctx=Load())))], "
           "type_ignores=[])"},
    {"a is not b", "Module(body=[Expr(value=Compare(left=Name(id='a', ctx=Load()), ops=[IsNot()], "
                   "comparators=[Name(id='b', ctx=Load())]))], type_ignores=[])"},
    {"a not in b", "Module(body=[Expr(value=Compare(left=Name(id='a', ctx=Load()), ops=[NotIn()], "
                   "comparators=[Name(id='b', ctx=Load())]))], type_ignores=[])"},
    {"if a:\n  b\nelif c:\n  d\nelse:\n  e",
     "Module(body=[If(test=Name(id='a', ctx=Load()), body=[Expr(value=Name(id='b', ctx=Load()))], "
     "orelse=[If(test=Name(id='c', ctx=Load()), body=[Expr(value=Name(id='d', ctx=Load()))], "
     "orelse=[Expr(value=Name(id='e', ctx=Load()))])])], type_ignores=[])"},
    {"while a:\n  break", "Module(body=[While(test=Name(id='a', ctx=Load()), body=[Break()], "
                          "orelse=[])], type_ignores=[])"},
    {"for i in x:\n  pass\nelse:\n  y",
     "Module(body=[For(target=Name(id='i', ctx=Store()), iter=Name(id='x', ctx=Load()), "
     "body=[Pass()], orelse=[Expr(value=Name(id='y', ctx=Load()))])], type_ignores=[])"},
    {"def f(a, b=1, *c, d, **e) -> int:\n  return a",
     "Module(body=[FunctionDef(name='f', args=arguments(posonlyargs=[], args=[arg(arg='a'), "
     "arg(arg='b')], vararg=arg(arg='c'), kwonlyargs=[arg(arg='d')], kw_defaults=[None], "
     "kwarg=arg(arg='e'), defaults=[Constant(value=1)]), body=[Return(value=Name(id='a', "
     "ctx=Load()))], decorator_list=[], returns=Name(id='int', ctx=Load()))], type_ignores=[])"},
    {"@d\ndef f(): pass", "Module(body=[FunctionDef(name='f', args=arguments(posonlyargs=[], "
                          "args=[], kwonlyargs=[], kw_defaults=[], defaults=[]), body=[Pass()], "
                          "decorator_list=[Name(id='d', ctx=Load())])], type_ignores=[])"},
    {"class A(B):\n  x = 1", "Module(body=[ClassDef(name='A', bases=[Name(id='B', ctx=Load())], "
                             "keywords=[], body=[Assign(targets=[Name(id='x', ctx=Store())], "
                             "value=Constant(value=1))], decorator_list=[])], type_ignores=[])"},
    {"try:\n  a\nexcept E as e:\n  b\nfinally:\n  c",
     "Module(body=[Try(body=[Expr(value=Name(id='a', ctx=Load()))], "
     "handlers=[ExceptHandler(type=Name(id='E', ctx=Load()), name='e', "
     "body=[Expr(value=Name(id='b', ctx=Load()))])], orelse=[], finalbody=[Expr(value=Name(id='c', "
     "ctx=Load()))])], type_ignores=[])"},
    {"with a as b, c:\n  d",
     "Module(body=[With(items=[withitem(context_expr=Name(id='a', ctx=Load()), "
     "optional_vars=Name(id='b', ctx=Store())), withitem(context_expr=Name(id='c', ctx=Load()))], "
     "body=[Expr(value=Name(id='d', ctx=Load()))])], type_ignores=[])"},
    {"raise A from b", "Module(body=[Raise(exc=Name(id='A', ctx=Load()), cause=Name(id='b', "
                       "ctx=Load()))], type_ignores=[])"},
    {"assert a, b", "Module(body=[Assert(test=Name(id='a', ctx=Load()), msg=Name(id='b', "
                    "ctx=Load()))], type_ignores=[])"},
    {"del a, b[1]",
     "Module(body=[Delete(targets=[Name(id='a', ctx=Del()), Subscript(value=Name(id='b', "
     "ctx=Load()), slice=Constant(value=1), ctx=Del())])], type_ignores=[])"},
    {"global x", "Module(body=[Global(names=['x'])], type_ignores=[])"},
    {"import a.b as c",
     "Module(body=[Import(names=[alias(name='a.b', asname='c')])], type_ignores=[])"},
    {"from .a import *",
     "Module(body=[ImportFrom(module='a', names=[alias(name='*')], level=1)], type_ignores=[])"},
    {"from a import b as c, d", "Module(body=[ImportFrom(module='a', names=[alias(name='b', "
                                "asname='c'), alias(name='d')], level=0)], type_ignores=[])"},
    {"a; b", "Module(body=[Expr(value=Name(id='a', ctx=Load())), Expr(value=Name(id='b', "
             "ctx=Load()))], type_ignores=[])"},
    {"x = (\n1,\n2)",
     "Module(body=[Assign(targets=[Name(id='x', ctx=Store())], "
     "value=Tuple(elts=[Constant(value=1), Constant(value=2)], ctx=Load()))], type_ignores=[])"},
    {"# only a comment", "Module(body=[], type_ignores=[])"},
    {"if a: b; c",
     "Module(body=[If(test=Name(id='a', ctx=Load()), body=[Expr(value=Name(id='b', ctx=Load())), "
     "Expr(value=Name(id='c', ctx=Load()))], orelse=[])], type_ignores=[])"},
};

Test(parse, trees) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_module *m = NULL;
    bool incomplete = true;
    dbx_buf b = {0};
    cr_assert_eq(parse(rows[i].text, &m, &incomplete), DBX_OK, "%s", rows[i].text);
    cr_expect_not(incomplete);
    dbx_ast_dump(&b, m->root);
    cr_expect_str_eq(dbx_text(&b), rows[i].dump, "%s:\n%s", rows[i].text, dbx_text(&b));
    dbx_buf_free(&b);
    dbx_module_free(m);
  }
}

// The marked text is where the error is; "" stands for the end.
static const struct {
  const char *text, *code, *mark;
  bool incomplete; // more lines could complete it
} refused[] = {
    {"x =", "E101", "", false},
    {"x = = 1", "E101", "= 1", false},
    {"a b", "E101", "b", false},
    {"x++", "E101", "", false},
    {"a <> b", "E101", "> b", false},
    {"a := 1", "E101", ":= 1", false},
    {"*a", "E101", "*a", false},
    {"{1: 2, 3}", "E101", "}", false},
    {"f(a=1, b)", "E101", "b)", false},
    {"f(a=1, a=2)", "E101", "a=2)", false},
    {"def f(a, a): pass", "E101", "a): pass", false},
    {"def f(a=1, b): pass", "E101", "b): pass", false},
    {"f(x for x in y, 1)", "E101", "x for x", false},
    {"[*a for a in b]", "E101", "*a for", false},
    {"x = 1 if 2", "E101", "", false},
    {"if a", "E101", "", false},
    {"print 1", "E101", "print 1", false},
    {"1)", "E101", ")", false},
    // texts that are not complete
    {"(1", "E101", "(1", true},
    {"f(1, [2, 3)", "E101", ")", false},
    {"{1: 2", "E101", "{1", true},
    {"if a:", "E102", "", true},
    {"try:\n  a", "E101", "", true},
    {"@a", "E101", "", true},
    {"\"\"\"abc", "E104", "\"\"\"abc", true},
    {"'abc", "E104", "'abc", false},
    // indentation
    {"  x", "E102", "  x", false},
    {"if a:\nb", "E102", "b", false},
    {"if a:\n    b\n  c", "E102", "  c", false},
    {"if True:\n\tx\n        y", "E109", "        y", false},
    // numbers, texts, characters
    {"1x", "E104", "1x", false},
    {"0x", "E104", "0x", false},
    {"0b2", "E104", "0b2", false},
    {"01", "E104", "01", false},
    {"1__0", "E104", "1__0", false},
    {"'\\x'", "E104", "\\x", false},
    {"f'{}'", "E104", "}'", false},
    {"f'{a b}'", "E101", "b}", false},
    {"x = $", "E105", "$", false},
    // targets
    {"1 = x", "E106", "1 =", false},
    {"f() = 1", "E106", "f()", false},
    {"a + b = c", "E106", "a + b", false},
    {"del 1", "E106", "1", false},
    {"(a.b := 1)", "E106", "a.b", false},
    // places (of the names' resolution)
    {"return 1", "E107", "return", false},
    {"break", "E107", "break", false},
    {"nonlocal x", "E107", "nonlocal", false},
    {"def f():\n  x = 1\n  global x", "E107", "x", false},
    // what Python has and this language has not
    {"async def f(): pass", "E103", "async def", false},
    {"match x:\n  case y: pass\n  case 1: pass", "E101", "y", false},
    {"'a' b'a'", "E104", "b'a'", false},
    {"type X = int", "E103", "type", false},
    {"def f():\n  from a import *", "E107", "from a import *", false},
};

Test(parse, refusals) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    dbx_module *m = NULL;
    bool incomplete = false;
    dbx_status st = parse(refused[i].text, &m, &incomplete);
    if (st == DBX_OK) st = dbx_resolve(m);
    cr_assert_eq(st, DBX_FAIL, "%s", refused[i].text);
    dbx_diag *d = dbx_diag_take();
    cr_expect_str_eq(dbx_code_name(d->code), refused[i].code, "%s", refused[i].text);
    cr_expect_eq(incomplete, refused[i].incomplete, "%s", refused[i].text);
    const char *text = refused[i].text, *mark = refused[i].mark, *begin = text + d->span.begin;
    cr_assert_leq(d->span.end, strlen(text), "%s: %u", text, d->span.end);
    cr_expect(!strncmp(begin, mark, strlen(mark)) && (*mark || !*begin), "%s: at '%s'", text,
              begin);
    dbx_diag_free(d);
    dbx_module_free(m);
  }
}

// Nested as deeply as the parser goes, and deeper.
Test(parse, depth) {
  static const struct {
    const char *open, *close;
  } pairs[] = {{"(", ")"}, {"[", "]"}, {"f(", ")"}, {"-", ""}, {"not ", ""}, {"lambda: ", ""}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (int deep = 0; deep < 2; deep++) {
      dbx_module *m = NULL;
      dbx_buf b = {0};
      int n = deep ? 100000 : 50;
      for (int k = 0; k < n; k++) dbx_put(&b, pairs[i].open);
      dbx_put(&b, "x");
      for (int k = 0; k < n; k++) dbx_put(&b, pairs[i].close);
      dbx_status st = parse(dbx_text(&b), &m, NULL);
      cr_expect_eq(st, deep ? DBX_FAIL : DBX_OK, "%s", pairs[i].open);
      if (deep) cr_expect_eq(dbx_diag_pending()->code, DBX_E108);
      dbx_diag_free(dbx_diag_take());
      dbx_module_free(m);
      dbx_buf_free(&b);
    }
}

// Spans nest: a child lies in its parent's place, and the text of a name is that name.
Test(parse, spans) {
  static const char text[] =
      "def f(a, b=1):\n  return [a.c[i] + b for i in range(3) if i != 2], {**a}\n";
  dbx_module *m;
  dbx_walk w;
  uint32_t nodes = 0;
  cr_assert_eq(parse(text, &m, NULL), DBX_OK);
  w = (dbx_walk){.next = m->root};
  for (const dbx_node *n; (n = dbx_walk_next(&w)); nodes++) {
    dbx_children c = {.of = n};
    cr_expect_leq(n->span.begin, n->span.end);
    if (n->kind == DBX_N_Name)
      cr_expect(!strncmp(text + n->span.begin, dbx_sym_text(n->name), n->span.end - n->span.begin));
    for (const dbx_node *child; (child = dbx_next_child(&c));)
      if (n->kind != DBX_N_Module && n->kind != DBX_N_arguments) // those have no place
        cr_expect(child->span.begin >= n->span.begin && child->span.end <= n->span.end,
                  "%d in %d: %u-%u in %u-%u", child->kind, n->kind, child->span.begin,
                  child->span.end, n->span.begin, n->span.end);
  }
  dbx_walk_free(&w);
  cr_expect_gt(nodes, 20, "%u", nodes);
  dbx_module_free(m);
}
