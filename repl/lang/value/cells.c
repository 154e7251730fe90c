// Cells and large objects (see cells.h).
#include "lang/value/cells.h"

// A block is small, for most sizes have few objects.
enum { BLOCK = 4 * 1024, SIZES = HEAP_SIZES, MOST_SPARE = 1024 };

// ---- allocation ----

static void free_cell(size_t k, void *at) {
  heap_cell *c = at;
  c->h.type = T_COUNT;
  c->next = heap_now->cells[k];
  heap_now->cells[k] = c;
}

static uint32_t cells_of_block(size_t k) { return (uint32_t)(BLOCK / (k * HEAP_STEP)); }

static void *new_large(size_t bytes) {
  struct heap_large l = {dbx_alloc(bytes), bytes};
  dbx_push(&heap_now->larges, l);
  return l.o;
}

void *heap_new_(size_t bytes) {
  size_t k = (bytes + HEAP_STEP - 1) / HEAP_STEP;
  if (bytes > HEAP_MOST_CELL) return new_large(bytes);
  char *b = dbx_realloc(NULL, BLOCK);
  dbx_push(&heap_now->blocks[k], b);
  for (uint32_t i = cells_of_block(k); --i > 0;) free_cell(k, b + i * k * HEAP_STEP);
  return memset(b, 0, k * HEAP_STEP);
}

// ---- what objects hold ----

static void free_room(size_t k, void *at) {
  heap_cell *c = at;
  c->next = heap_now->rooms[k];
  heap_now->rooms[k] = c;
}

void *heap_room_(size_t bytes) {
  size_t k = (bytes + HEAP_STEP - 1) / HEAP_STEP;
  if (!bytes) return NULL;
  if (bytes > HEAP_MOST_CELL) return dbx_realloc(NULL, bytes);
  char *b = dbx_realloc(NULL, BLOCK);
  dbx_push(&heap_now->room_blocks, b);
  for (uint32_t i = cells_of_block(k); --i > 0;) free_room(k, b + i * k * HEAP_STEP);
  return b;
}

void *heap_grow_room(void *at, size_t from, size_t need, size_t *bytes) {
  if (*bytes > HEAP_MOST_CELL && (from > HEAP_MOST_CELL || !from))
    return dbx_grow(at, need, *bytes, bytes);
  void *p = heap_room(*bytes);
  if (from) memcpy(p, at, from);
  heap_free_room(at, from);
  return p;
}

// ---- sweeping ----

static bool survives(const obj *o) { return o->mark == heap_now->round || o->immortal; }

// Frees the dead cells of a block; false if the block is not needed any more.
static bool sweep_block(size_t k, char *b) {
  heap_cell *before = heap_now->cells[k];
  uint32_t alive = 0;
  for (uint32_t i = cells_of_block(k); i-- > 0;) {
    obj *o = (obj *)(b + i * k * HEAP_STEP);
    if (o->type != T_COUNT && survives(o)) {
      alive++;
      continue;
    }
    if (o->type != T_COUNT) {
      heap_release(o);
      heap_now->live -= k * HEAP_STEP;
    }
    free_cell(k, o);
  }
  if (alive || heap_now->spare++ < MOST_SPARE) return true;
  heap_now->cells[k] = before;
  return false;
}

// The free cells of blocks that it does not come to are found by the next sweep.
static bool sweep_size(size_t k) {
  uint32_t n = 0, i = 0;
  heap_now->cells[k] = NULL;
  for (; i < heap_now->blocks[k].n && !heap_is_left(); i++) {
    if (sweep_block(k, heap_now->blocks[k].at[i]))
      heap_now->blocks[k].at[n++] = heap_now->blocks[k].at[i];
    else free(heap_now->blocks[k].at[i]);
  }
  bool all = i == heap_now->blocks[k].n;
  for (; i < heap_now->blocks[k].n; i++) heap_now->blocks[k].at[n++] = heap_now->blocks[k].at[i];
  heap_now->blocks[k].n = n;
  return all;
}

static void sweep_large(void) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < heap_now->larges.n; i++) {
    struct heap_large l = heap_now->larges.at[i];
    if (heap_is_left() || survives(l.o)) {
      heap_now->larges.at[n++] = l;
      continue;
    }
    heap_release(l.o);
    heap_now->live -= (l.bytes + HEAP_STEP - 1) / HEAP_STEP * HEAP_STEP;
    free(l.o);
  }
  heap_now->larges.n = n;
}

bool cells_sweep(void) {
  bool all = true;
  heap_now->spare = 0;
  for (size_t k = 1; k < SIZES && all; k++) all = sweep_size(k);
  if (all) sweep_large();
  return all && !heap_is_left();
}

static size_t marked(const obj *o, size_t bytes) {
  return o->mark == heap_now->round || o->immortal ? bytes + (size_t)heap_held_bytes(o) : 0;
}

size_t cells_marked(void) {
  size_t bytes = 0;
  for (size_t k = 1; k < SIZES; k++)
    for (uint32_t b = 0; b < heap_now->blocks[k].n; b++)
      for (uint32_t i = 0; i < cells_of_block(k); i++) {
        const obj *o = (const obj *)(heap_now->blocks[k].at[b] + i * k * HEAP_STEP);
        if (o->type != T_COUNT) bytes += marked(o, k * HEAP_STEP);
      }
  for (uint32_t i = 0; i < heap_now->larges.n; i++)
    bytes += marked(heap_now->larges.at[i].o, heap_now->larges.at[i].bytes);
  return bytes;
}

// ---- all of them ----

void cells_each(void (*f)(const obj *o)) {
  for (size_t k = 1; k < SIZES; k++)
    for (uint32_t b = 0; b < heap_now->blocks[k].n; b++)
      for (uint32_t i = 0; i < cells_of_block(k); i++) {
        const obj *o = (const obj *)(heap_now->blocks[k].at[b] + i * k * HEAP_STEP);
        if (o->type != T_COUNT) f(o);
      }
  for (uint32_t i = 0; i < heap_now->larges.n; i++) f(heap_now->larges.at[i].o);
}

static void release(const obj *o) { heap_release((obj *)o); }

void cells_free_all(void) {
  cells_each(release);
  for (size_t k = 1; k < SIZES; k++) {
    for (uint32_t b = 0; b < heap_now->blocks[k].n; b++) free(heap_now->blocks[k].at[b]);
    dbx_vec_free(&heap_now->blocks[k]);
    heap_now->cells[k] = NULL;
  }
  for (uint32_t i = 0; i < heap_now->larges.n; i++) free(heap_now->larges.at[i].o);
  dbx_vec_free(&heap_now->larges);
  for (uint32_t i = 0; i < heap_now->room_blocks.n; i++) free(heap_now->room_blocks.at[i]);
  dbx_vec_free(&heap_now->room_blocks);
  memset(heap_now->rooms, 0, sizeof heap_now->rooms);
}
