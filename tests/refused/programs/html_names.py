import html
print(html.unescape("&gt; &nbsp; &rarrw;"))
