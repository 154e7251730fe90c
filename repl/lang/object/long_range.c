// See long_range.h.
#include "lang/object/long_range.h"

#include "lang/object/protocol.h"

#include <string.h>

static dbx_status add(pv x, pv y, pv *ret) { return number_binary(DBX_OP_Add, x, y, ret); }
static dbx_status times(pv x, pv y, pv *ret) { return number_binary(DBX_OP_Mult, x, y, ret); }
static dbx_status minus(pv x, pv y, pv *ret) { return number_binary(DBX_OP_Sub, x, y, ret); }

static dbx_status less(pv x, pv y, bool *ret) {
  pv d;
  if (is_int(x) && is_int(y)) return *ret = x.i < y.i, DBX_OK;
  DBX_TRY(minus(x, y, &d));
  return *ret = number_is_negative(d), DBX_OK;
}

static dbx_status equal(pv x, pv y, bool *ret) {
  bool below, above;
  DBX_TRY(less(x, y, &below));
  DBX_TRY(less(y, x, &above));
  return *ret = !below && !above, DBX_OK;
}

// start + i * step
static dbx_status at(pv start, pv step, pv i, pv *ret) {
  DBX_TRY(times(i, step, ret));
  return add(start, *ret, ret);
}

// ---- making ----

static dbx_status count(pv start, pv stop, pv step, pv *ret) {
  bool down = number_is_negative(step), any;
  pv low = down ? stop : start, high = down ? start : stop;
  DBX_TRY(less(low, high, &any));
  if (!any) return *ret = pv_int(0), DBX_OK;
  if (down) DBX_TRY(minus(pv_int(0), step, &step));
  DBX_TRY(minus(high, low, ret));
  DBX_TRY(minus(*ret, pv_int(1), ret));
  DBX_TRY(number_binary(DBX_OP_FloorDiv, *ret, step, ret));
  return add(*ret, pv_int(1), ret);
}

dbx_status range_make(pv start, pv stop, pv step, pv *ret) {
  pv n;
  DBX_TRY(count(start, stop, step, &n));
  if (is_int(start) && is_int(stop) && is_int(step) && is_int(n))
    return *ret = range_new(start.i, stop.i, step.i), DBX_OK;
  o_long_range *o = heap_new(T_LONG_RANGE, sizeof *o);
  o->part[0] = start, o->part[1] = stop, o->part[2] = step;
  o->length = n;
  return *ret = pv_obj(o), DBX_OK;
}

// ---- slices ----

static dbx_status slice_integer(pv v, pv *ret) {
  if (!is_int(v) && !number_is_big(v) && !is_array(v) && !is_instance(v))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "slice indices must be integers or None or have an __index__ method");
  return as_integer(v, ret);
}

// A bound of a slice, in [low, high].
static dbx_status bound(pv v, pv standard, pv length, const pv *ends, pv *ret) {
  bool beyond;
  if (is_none(v)) return *ret = standard, DBX_OK;
  DBX_TRY(slice_integer(v, ret));
  if (number_is_negative(*ret)) DBX_TRY(add(*ret, length, ret));
  DBX_TRY(less(*ret, ends[0], &beyond));
  if (beyond) *ret = ends[0];
  DBX_TRY(less(ends[1], *ret, &beyond));
  if (beyond) *ret = ends[1];
  return DBX_OK;
}

dbx_status range_slice(pv start, pv step, pv length, pv slice, pv *ret) {
  const pv *part = ((o_slice *)slice.o)->part;
  pv by = pv_int(1), from, to, ends[2] = {pv_int(0), length};
  if (!is_none(part[2])) DBX_TRY(slice_integer(part[2], &by));
  if (is_int(by) && by.i == 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "slice step cannot be zero");
  bool down = number_is_negative(by);
  uint32_t mark = lang_pins(); // an __index__ may run the program's own code
  lang_pin(by);
  if (down) {
    ends[0] = pv_int(-1);
    DBX_TRY(minus(length, pv_int(1), &ends[1]));
    lang_pin(ends[1]);
  }
  DBX_TRY(bound(part[0], ends[down], length, ends, &from));
  lang_pin(from);
  DBX_TRY(bound(part[1], ends[!down], length, ends, &to));
  lang_unpin(mark);
  DBX_TRY(at(start, step, from, &from));
  DBX_TRY(at(start, step, to, &to));
  DBX_TRY(times(step, by, &by));
  return range_make(from, to, by, ret);
}

// ---- items ----

static dbx_status out_of_range(void) {
  return dbx_fail(DBX_E206, (dbx_span){0}, "range object index out of range");
}

dbx_status long_range_item(pv x, pv i, pv *ret) {
  const o_long_range *r = (o_long_range *)x.o;
  bool inside;
  if (is_obj(i, T_SLICE)) return range_slice(r->part[0], r->part[2], r->length, i, ret);
  if (!is_int(i) && !is_array(i) && !is_instance(i) && !number_is_big(i))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "range object indices must be integers or slices, not %s", lang_type_name(i));
  DBX_TRY(as_integer(i, &i));
  if (number_is_negative(i)) DBX_TRY(add(i, r->length, &i));
  if (number_is_negative(i)) return out_of_range();
  DBX_TRY(less(i, r->length, &inside));
  return inside ? at(r->part[0], r->part[2], i, ret) : out_of_range();
}

dbx_status long_range_at(const o_long_range *r, int64_t i, pv *ret) {
  return at(r->part[0], r->part[2], pv_int(i), ret);
}

static o_long_range parts_of(pv range) {
  const o_range *r = (o_range *)range.o;
  if (is_obj(range, T_LONG_RANGE)) return *(o_long_range *)range.o;
  return (o_long_range){.part = {pv_int(r->start), pv_int(r->stop), pv_int(r->step)},
                        .length = pv_int(lang_range_length(r))};
}

dbx_status range_position(pv range, pv x, pv *ret) {
  o_long_range r = parts_of(range);
  pv rest;
  bool from, below, down = number_is_negative(r.part[2]);
  DBX_TRY(down ? less(r.part[0], x, &from) : less(x, r.part[0], &from));
  DBX_TRY(down ? less(r.part[1], x, &below) : less(x, r.part[1], &below));
  *ret = pv_int(-1);
  if (from || !below) return DBX_OK;
  DBX_TRY(minus(x, r.part[0], &x));
  DBX_TRY(number_binary(DBX_OP_Mod, x, r.part[2], &rest));
  if (!is_int(rest) || rest.i) return DBX_OK;
  return number_binary(DBX_OP_FloorDiv, x, r.part[2], ret);
}

dbx_status ranges_equal(pv x, pv y, bool *ret) {
  o_long_range a = parts_of(x), b = parts_of(y);
  DBX_TRY(equal(a.length, b.length, ret));
  if (!*ret || (is_int(a.length) && a.length.i == 0)) return DBX_OK;
  DBX_TRY(equal(a.part[0], b.part[0], ret));
  if (!*ret || (is_int(a.length) && a.length.i == 1)) return DBX_OK;
  return equal(a.part[2], b.part[2], ret);
}

dbx_status long_range_length(pv v, int64_t *ret) {
  const o_long_range *r = (o_long_range *)v.o;
  if (is_int(r->length)) return *ret = r->length.i, DBX_OK;
  return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C ssize_t");
}

int64_t lang_range_length(const o_range *r) {
  uint64_t span;
  if (r->step > 0 ? r->start >= r->stop : r->start <= r->stop) return 0;
  span =
      r->step > 0 ? (uint64_t)r->stop - (uint64_t)r->start : (uint64_t)r->start - (uint64_t)r->stop;
  uint64_t step = r->step > 0 ? (uint64_t)r->step : -(uint64_t)r->step;
  if (step == 1) return (int64_t)span;
  return (int64_t)((span - 1) / step + 1);
}
