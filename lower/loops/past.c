// See past.h. An innermost loop in one whose trips may run at the same time (attribute "apart"),
//
//   %a = memref.alloc(%n)
//   scf.for %r = ... { scf.for %i = %low to %high { ... memref.store %x, %a[%r * %m + %i] } }
//
// becomes, if nobody reads %a meanwhile and each of its elements is written once,
//
//   scf.if (%n * bytes > MEMORY and %high - %low >= LEAST) {
//     scf.for %r = ... {
//       %first, %last = the first and the last %i whose element begins a line of the cache
//       scf.for %i = %low to %first { ... }
//       scf.for %i = %first to %last step LINE { ... llvm.store (vector) {nontemporal} }
//       scf.for %i = %last to %high { ... }
//     }
//     llvm.fence
//   } else {
//     the loops as they were
//   }
//
// The vectors do with each element what the loop does. What was written past the caches is there
// before whatever is written next. (Threads that did a part end it with an atomic operation, which
// waits for that, too.)
#include "lower/loops/past.h"

#include "lower/loops/loops.h"

#include <stdio.h>

enum {
  LINE = 64, // bytes of a line of the cache; of a vector
  MEMORY = 1 << 25,
  LEAST = 64, // trips: short loops have few whole lines
  MOST_LINES = 64,
  MOST_SITES = 8, // the loops of a program that get such copies: they cost time to compile
  MOST_ATTRIBUTES = 8,
  MOST_OPERANDS = 3,
  DEEPEST = 8,
};
enum { MORE = 4 }; // arith::CmpIPredicate

// ---- which loops ----

typedef struct site {
  MlirOperation loop, top; // top: the outermost one around it behind the alloc
  MlirOperation store;
  MlirValue line[MOST_LINES]; // that side by side are a line: they are read so, or computed of such
  int n;
} site;

static bool is_line(const site *s, MlirValue v) {
  for (int i = 0; i < s->n; i++)
    if (mlirValueEqual(s->line[i], v)) return true;
  return false;
}

static bool add_line(site *s, MlirValue v) {
  MlirType t = mlirValueGetType(v);
  bool fits = mlirTypeIsAF64(t) || mlirTypeIsAF32(t) ||
              (mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) <= 64);
  if (!fits || s->n == MOST_LINES) return false;
  s->line[s->n++] = v;
  return true;
}

// How far a place is from that of the trip before: 0 or 1 elements; else -1.
static int stride(MlirValue at, MlirOperation loop, int depth) {
  at = index_plain(at);
  MlirOperation m = op_maker(at);
  if (mlirValueEqual(at, loop_index(loop))) return 1;
  if (!loop_varies(at, loop, 0)) return 0;
  if (!m.ptr || !op_is(m, "arith.addi") || depth > DEEPEST) return -1;
  int a = stride(op_operand(m, 0), loop, depth + 1), b = stride(op_operand(m, 1), loop, depth + 1);
  return a < 0 || b < 0 || a + b > 1 ? -1 : a + b;
}

// A line, or the same in every trip?
static bool has_lines(const site *s, MlirValue v) {
  return is_line(s, v) || !loop_varies(v, s->loop, 0);
}

// Computes of lines others; what computes of none may be places.
static bool add_computed(site *s, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op), lines = 0;
  if (!op_is_of(op, "arith") || mlirOperationGetNumResults(op) != 1 || n > MOST_OPERANDS ||
      mlirOperationGetNumAttributes(op) > MOST_ATTRIBUTES)
    return false;
  for (intptr_t i = 0; i < n; i++) lines += is_line(s, op_operand(op, i));
  for (intptr_t i = 0; i < n && lines; i++)
    if (!has_lines(s, op_operand(op, i))) return false;
  return !lines || add_line(s, mlirOperationGetResult(op, 0));
}

static bool add_operation(site *s, MlirOperation op) {
  if (op_is(op, "memref.load"))
    return stride(op_operand(op, 1), s->loop, 0) == 1 && add_line(s, mlirOperationGetResult(op, 0));
  if (!op_is(op, "memref.store")) return add_computed(s, op);
  if (s->store.ptr || stride(op_operand(op, 2), s->loop, 0) != 1 ||
      !has_lines(s, op_operand(op, 0)))
    return false;
  s->store = op;
  return true;
}

// The loop that is in one block with the alloc, if only loops and branches are between, and each
// trip of each of these loops has its own places.
static MlirOperation outermost(MlirOperation loop, MlirOperation alloc, MlirValue at) {
  MlirOperation op = loop;
  while (!mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(alloc))) {
    op = mlirOperationGetParentOperation(op);
    bool goes_on = op.ptr && op_is(op, "scf.for");
    if (!op.ptr || (!goes_on && !op_is(op, "scf.if"))) return (MlirOperation){0};
    if (goes_on && !loop_varies(at, op, 0)) return (MlirOperation){0};
  }
  return op;
}

static bool only_writes(MlirOperation top, MlirValue mem) {
  for (MlirOpOperand use = mlirValueGetFirstUse(mem); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (op_is_inside(op, top) &&
        !(op_is(op, "memref.store") && mlirValueEqual(op_operand(op, 1), mem)))
      return false;
  }
  return true;
}

static int64_t bytes_of(MlirType t) {
  if (mlirTypeIsAInteger(t)) return mlirIntegerTypeGetWidth(t) / 8;
  return mlirTypeIsAF64(t) ? 8 : mlirTypeIsAF32(t) ? 4 : 0;
}

static int64_t bytes_written(const site *s) {
  return bytes_of(mlirValueGetType(op_operand(s->store, 0)));
}

static bool is_piece(const site *s) { return op_attribute(s->loop, "piece").ptr != NULL; }

// Before the outermost loop, or that of a piece.
static bool has_known_length(const site *s) {
  return is_piece(s) || (index_is_number(op_operand(s->loop, 0), 0) &&
                         value_is_outside(index_plain(op_operand(s->loop, 1)), s->top));
}

static bool find_site(MlirOperation loop, site *s) {
  *s = (site){.loop = loop};
  int64_t n;
  if (mlirOperationGetNumResults(loop) || !index_is_number(op_operand(loop, 2), 1) ||
      !mlirTypeIsAIndex(mlirValueGetType(op_operand(loop, 0))))
    return false;
  int left = MOST_LINES - 1; // values: the index is one
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); !op_is(op, "scf.yield");
       op = mlirOperationGetNextInBlock(op))
    if (!left-- || !add_operation(s, op)) return false;
  if (!s->store.ptr || (bytes_written(s) != 4 && bytes_written(s) != 8)) return false;
  MlirValue mem = op_operand(s->store, 1);
  MlirOperation alloc = op_maker(mem);
  if (!alloc.ptr || !op_is(alloc, "memref.alloc")) return false;
  if (index_number(index_plain(op_operand(alloc, 0)), &n) && n <= MEMORY / bytes_written(s))
    return false;
  s->top = outermost(loop, alloc, op_operand(s->store, 2));
  return s->top.ptr && !mlirOperationEqual(s->top, loop) && op_attribute(s->top, "apart").ptr &&
         only_writes(s->top, mem) && has_known_length(s);
}

// ---- copies ----

// Values of the body, and what a copy has in their place.
typedef struct copy {
  const site *of;
  MlirOperation end; // of the copy's body
  MlirLocation at;   // of the operation that is copied
  MlirValue old[MOST_LINES], new[MOST_LINES];
  int n;
} copy;

static MlirValue copied(const copy *c, MlirValue v) {
  for (int i = 0; i < c->n; i++)
    if (mlirValueEqual(c->old[i], v)) return c->new[i];
  return v;
}

static void let(copy *c, MlirValue old, MlirValue new) { c->old[c->n] = old, c->new[c->n++] = new; }

static MlirType line_of(const site *s, MlirType t) {
  return mlirVectorTypeGet(1, (int64_t[]){LINE / bytes_written(s)}, t);
}

// ---- a line at a time ----

static MlirValue put(const copy *c, const op_spec *s) {
  MlirOperation op = op_new(c->at, s);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(c->end), c->end, op);
  return s->n_out ? mlirOperationGetResult(op, 0) : (MlirValue){0};
}

static MlirNamedAttribute aligned(MlirContext ctx, int64_t bytes) {
  return op_attr(ctx, "alignment", mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), bytes));
}

static MlirValue address(const copy *c, MlirValue mem, MlirValue at) {
  int32_t dynamic = INT32_MIN;
  MlirContext ctx = mlirLocationGetContext(c->at);
  MlirType ptr = mlirTypeParseGet(ctx, op_str("!llvm.ptr")), i64 = mlirIntegerTypeGet(ctx, 64);
  MlirNamedAttribute attrs[2] = {
      op_attr(ctx, "elem_type",
              mlirTypeAttrGet(mlirShapedTypeGetElementType(mlirValueGetType(mem)))),
      op_attr(ctx, "rawConstantIndices", mlirDenseI32ArrayGet(ctx, 1, &dynamic))};
  MlirValue place = copied(c, at), in[2];
  in[0] = put(c, &(op_spec){"builtin.unrealized_conversion_cast", &mem, 1, &ptr, 1});
  in[1] = put(c, &(op_spec){"arith.index_cast", &place, 1, &i64, 1});
  return put(c, &(op_spec){"llvm.getelementptr", in, 2, &ptr, 1, attrs, 2});
}

// A line of what is the same everywhere.
static MlirValue repeated(const copy *c, MlirValue v) {
  MlirContext ctx = mlirLocationGetContext(c->at);
  MlirOperation m = op_maker(v);
  MlirType t = line_of(c->of, mlirValueGetType(v)), i64 = mlirIntegerTypeGet(ctx, 64);
  if (m.ptr && op_is(m, "arith.constant")) {
    MlirAttribute all = mlirDenseElementsAttrSplatGet(t, op_attribute(m, "value"));
    MlirNamedAttribute a = op_attr(ctx, "value", all);
    return put(c, &(op_spec){"arith.constant", NULL, 0, &t, 1, &a, 1});
  }
  static const int32_t first[LINE / 4]; // of all elements
  MlirNamedAttribute mask =
      op_attr(ctx, "mask", mlirDenseI32ArrayGet(ctx, LINE / bytes_written(c->of), first));
  MlirValue in[3] = {put(c, &(op_spec){"llvm.mlir.poison", NULL, 0, &t, 1}), copied(c, v),
                     op_number_before(c->end, i64, 0)};
  in[0] = in[1] = put(c, &(op_spec){"llvm.insertelement", in, 3, &t, 1});
  return put(c, &(op_spec){"llvm.shufflevector", in, 2, &t, 1, &mask, 1});
}

static MlirValue line(const copy *c, MlirValue v) {
  return is_line(c->of, v) ? copied(c, v) : repeated(c, v);
}

static void put_load(copy *c, MlirOperation op) {
  MlirValue from = address(c, op_operand(op, 0), op_operand(op, 1)),
            x = mlirOperationGetResult(op, 0);
  MlirType t = line_of(c->of, mlirValueGetType(x));
  MlirNamedAttribute a = aligned(mlirLocationGetContext(c->at), bytes_of(mlirValueGetType(x)));
  let(c, x, put(c, &(op_spec){"llvm.load", &from, 1, &t, 1, &a, 1}));
}

static void put_store(const copy *c, MlirOperation op) {
  MlirContext ctx = mlirLocationGetContext(c->at);
  MlirValue in[2] = {line(c, op_operand(op, 0)), address(c, op_operand(op, 1), op_operand(op, 2))};
  MlirNamedAttribute attrs[2] = {aligned(ctx, LINE),
                                 op_attr(ctx, "nontemporal", mlirUnitAttrGet(ctx))};
  put(c, &(op_spec){"llvm.store", in, 2, NULL, 0, attrs, 2});
}

// The same operation, of lines if what it gives is one.
static void put_computed(copy *c, MlirOperation op) {
  MlirNamedAttribute attrs[MOST_ATTRIBUTES];
  MlirValue in[MOST_OPERANDS], x = mlirOperationGetResult(op, 0);
  bool lines = is_line(c->of, x);
  intptr_t n = mlirOperationGetNumOperands(op), n_attrs = mlirOperationGetNumAttributes(op);
  MlirType t = lines ? line_of(c->of, mlirValueGetType(x)) : mlirValueGetType(x);
  for (intptr_t i = 0; i < n; i++)
    in[i] = lines ? line(c, op_operand(op, i)) : copied(c, op_operand(op, i));
  for (intptr_t i = 0; i < n_attrs; i++) attrs[i] = mlirOperationGetAttribute(op, i);
  char name[64];
  MlirStringRef is = mlirIdentifierStr(mlirOperationGetName(op));
  snprintf(name, sizeof name, "%.*s", (int)is.length, is.data);
  let(c, x, put(c, &(op_spec){name, in, n, &t, 1, attrs, n_attrs}));
}

static void put_lines(const site *s, MlirOperation loop) {
  copy c = {.of = s, .end = mlirBlockGetTerminator(loop_body(loop))};
  let(&c, loop_index(s->loop), loop_index(loop));
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(s->loop)); !op_is(op, "scf.yield");
       op = mlirOperationGetNextInBlock(op)) {
    c.at = mlirOperationGetLocation(op);
    if (op_is(op, "memref.load")) put_load(&c, op);
    else if (op_is(op, "memref.store")) put_store(&c, op);
    else put_computed(&c, op);
  }
}

// ---- the three loops ----

typedef struct sites {
  site at[MOST_SITES];
  int n;
} sites;

static MlirValue is_more(MlirOperation before, MlirValue x, int64_t n) {
  return op_compare_before(before, MORE, x, op_number_before(before, mlirValueGetType(x), n));
}

// Is the array of these sites, which are all of one outermost loop, large, and are the loops long?
static MlirValue pays(const site *s, int n) {
  MlirValue r =
      is_more(s->top, op_operand(op_maker(op_operand(s->store, 1)), 0), MEMORY / bytes_written(s));
  for (int i = 0; i < n; i++)
    if (!is_piece(&s[i]))
      r = op_binary_before(s->top, "arith.andi", r,
                           is_more(s->top, index_plain(op_operand(s[i].loop, 1)), LEAST - 1));
  return r;
}

// A choice in place of the outermost loop, which becomes the first branch; a copy is the other.
static void put_choice(MlirOperation top, MlirValue which) {
  enum { SEQUENTIAL = 7 }; // mlir::LLVM::AtomicOrdering
  MlirContext ctx = mlirOperationGetContext(top);
  MlirOperation end[2], small = mlirOperationClone(top);
  MlirRegion regions[2];
  for (int i = 0; i < 2; i++) {
    MlirBlock b = mlirBlockCreate(0, NULL, NULL);
    regions[i] = mlirRegionCreate();
    mlirRegionAppendOwnedBlock(regions[i], b);
    end[i] = op_append(b, mlirOperationGetLocation(top), &(op_spec){"scf.yield"});
  }
  op_before(top, &(op_spec){"scf.if", &which, 1, .regions = regions, .n_regions = 2});
  mlirOperationMoveBefore(top, end[0]);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(end[1]), end[1], small);
  MlirNamedAttribute how =
      op_attr(ctx, "ordering", mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), SEQUENTIAL));
  op_before(end[0], &(op_spec){"llvm.fence", .attrs = &how, .n_attrs = 1});
}

static MlirValue first_place(const site *s) {
  copy c = {.of = s, .end = s->loop};
  let(&c, loop_index(s->loop), op_operand(s->loop, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(s->loop));
       !mlirOperationEqual(op, s->store); op = mlirOperationGetNextInBlock(op)) {
    c.at = mlirOperationGetLocation(op);
    if (!op_is(op, "memref.load") && !is_line(s, mlirOperationGetResult(op, 0)))
      put_computed(&c, op);
  }
  return copied(&c, op_operand(s->store, 2));
}

// Where the lines begin and end: ret[0], ret[1].
static void find_lines(const site *s, MlirValue begin, MlirValue *ret) {
  MlirOperation loop = s->loop;
  MlirValue low = op_operand(loop, 0), high = op_operand(loop, 1), at = first_place(s);
  MlirType index = mlirValueGetType(low);
  MlirValue bytes = op_number_before(loop, index, bytes_written(s)),
            zero = op_number_before(loop, index, 0),
            width = op_number_before(loop, index, LINE / bytes_written(s)),
            mask = op_number_before(loop, index, LINE - 1);
  MlirValue from =
      op_binary_before(loop, "arith.addi", begin, op_binary_before(loop, "arith.muli", at, bytes));
  MlirValue behind =
      op_binary_before(loop, "arith.andi", op_binary_before(loop, "arith.subi", zero, from), mask);
  MlirValue first = op_binary_before(loop, "arith.addi", low,
                                     op_binary_before(loop, "arith.divui", behind, bytes));
  ret[0] = op_binary_before(loop, "arith.minsi", first, high);
  MlirValue rest = op_binary_before(loop, "arith.subi", high, ret[0]);
  ret[1] = op_binary_before(loop, "arith.subi", high,
                            op_binary_before(loop, "arith.remui", rest, width));
}

// An empty loop in front of another, with its attributes.
static MlirOperation loop_before(MlirOperation like, const MlirValue *bounds) {
  MlirType t = mlirValueGetType(bounds[0]);
  MlirLocation at = mlirOperationGetLocation(like);
  MlirBlock body = mlirBlockCreate(1, &t, &at);
  MlirRegion region = mlirRegionCreate();
  MlirNamedAttribute attrs[MOST_ATTRIBUTES];
  intptr_t n = 0;
  for (; n < mlirOperationGetNumAttributes(like) && n < MOST_ATTRIBUTES; n++)
    attrs[n] = mlirOperationGetAttribute(like, n);
  mlirRegionAppendOwnedBlock(region, body);
  op_append(body, at, &(op_spec){"scf.yield"});
  return op_before(like, &(op_spec){"scf.for", bounds, 3, NULL, 0, attrs, n, &region, 1});
}

// Fewer trips than a line has elements: vectors would be in vain, and so would asking whether to
// stop.
static void is_rest(MlirOperation loop) {
  MlirContext ctx = mlirOperationGetContext(loop);
  mlirOperationSetAttributeByName(loop, op_str("piece"), mlirUnitAttrGet(ctx));
  mlirOperationSetAttributeByName(
      loop, op_str("loop_annotation"),
      mlirAttributeParseGet(ctx, op_str("#llvm.loop_annotation<vectorize = <disable = true>>")));
}

static void write_past(const site *s, MlirValue begin) {
  MlirValue ends[2];
  MlirOperation loop = s->loop, head = mlirOperationClone(loop);
  find_lines(s, begin, ends);
  MlirValue step = op_number_before(loop, mlirValueGetType(ends[0]), LINE / bytes_written(s));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(loop), loop, head);
  put_lines(s, loop_before(loop, (MlirValue[]){ends[0], ends[1], step}));
  mlirOperationSetOperand(head, 1, ends[0]);
  mlirOperationSetOperand(loop, 0, ends[1]);
  is_rest(head);
  is_rest(loop);
}

// The sites from s on that are of one outermost loop.
static int write_all(const site *s, const site *end) {
  int n = 0;
  while (s + n < end && mlirOperationEqual(s[n].top, s->top)) n++;
  MlirType index = mlirValueGetType(op_operand(s->loop, 0));
  MlirValue mem = op_operand(s->store, 1);
  MlirValue which = pays(s, n);
  MlirValue begin = op_value_before(
      s->top, &(op_spec){"memref.extract_aligned_pointer_as_index", &mem, 1, &index, 1});
  put_choice(s->top, which);
  for (int i = 0; i < n; i++) write_past(&s[i], begin);
  return n;
}

// ---- all loops ----

// Does the last one write the array that others of its outermost loop do?
static bool is_of_one_array(const sites *all) {
  const site *last = &all->at[all->n];
  for (const site *s = all->at; s < last; s++)
    if (mlirOperationEqual(s->top, last->top) &&
        !mlirValueEqual(op_operand(s->store, 1), op_operand(last->store, 1)))
      return false;
  return true;
}

static void find_sites(MlirBlock b, sites *all) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (all->n == MOST_SITES) return;
    if (op_is(op, "scf.for") && find_site(op, &all->at[all->n])) {
      all->n += is_of_one_array(all);
      continue;
    }
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
      MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
      for (; in.ptr; in = mlirBlockGetNextInRegion(in)) find_sites(in, all);
    }
  }
}

void past_loops(MlirModule module, lower_program *p) {
  sites all = {.n = 0};
  find_sites(mlirModuleGetBody(module), &all);
  for (int i = 0; i < all.n;) i += write_all(&all.at[i], &all.at[all.n]);
  p->loops += 4 * (uint32_t)all.n;
}
