"""What a notebook shows: texts, drawings, pages, as HTML."""
import html

HEIGHT = "34em"


def text_block(text):
    return f'<pre style="white-space: pre; overflow-x: auto">{html.escape(text)}</pre>' if text else ""


def folded(summary, inside):
    return f"<details><summary>{html.escape(summary)}</summary>{inside}</details>"


def page_frame(page):
    """A whole page in a frame of its own, which keeps its style and its script to itself."""
    return (f'<iframe sandbox="allow-scripts" style="width: 100%; height: {HEIGHT}; border: 1px solid #9aa7b8" '
            f'srcdoc="{html.escape(page, quote=True)}"></iframe>')


def report(svg, page):
    """The drawing and the page, folded; "" if there is neither."""
    parts = []
    if svg:
        parts.append(folded("drawing: scopes, captures, the flow of dimensions", f'<div style="overflow-x: auto">{svg}</div>'))
    if page:
        parts.append(folded("page: source, Jaxpr, events, types", page_frame(page)))
    return f'<div class="dbidx">{"".join(parts)}</div>' if parts else ""
