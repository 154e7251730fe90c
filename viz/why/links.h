// Chains of links (trace/provenance.h) in words. Private to viz.
#ifndef DBX_VIZ_LINKS_H
#define DBX_VIZ_LINKS_H

#include "base/json.h"
#include "viz/why/scene.h"

// What the link is, in words: "implicit argument of g: length of y, axis 0".
void dbx_put_link(dbx_buf *b, const dbx_scene *s, const dbx_link *l);
// An equation without its binders and parameters: "mul b 2".
void dbx_put_operation(dbx_buf *b, const dbx_scene *s, const dbx_eqn *e);
// The place and its text behind the line that begins at byte `line` of b, or, if there is no room,
// below it from column `below`. Nothing without a place.
void dbx_put_place(dbx_buf *b, const dbx_scene *s, dbx_span span, size_t line, uint32_t below);
// A line for each link: role, tracer, words, place, text of the source there.
void dbx_put_links(dbx_buf *b, const dbx_scene *s, const dbx_links *l, uint32_t indent);
void dbx_put_links_json(dbx_buf *b, const dbx_scene *s, const char *of, const dbx_links *l);
// Why the slot's length after the loop is what it is: "InDBIdx(0): equal to outside a after ...".
void dbx_put_slot_reason(dbx_buf *b, const dbx_scene *s, const dbx_bind *bind, uint32_t carry,
                         uint32_t axis);

#endif
