import csv, io
text = 'name,age,note\r\n"Smith, J",42,"said ""hi"""\nAnn,7,\n\n"multi\nline",1,x\n'
for row in csv.reader(io.StringIO(text)): print(row)
for row in csv.DictReader(text.splitlines(keepends=True)): print(row)
out = io.StringIO(); w = csv.writer(out)
w.writerow(["a", 1, 2.5, None, "x,y", 'q"q', "l\nm", ""]); w.writerows([[1, 2], ["", 3], [""]])
print(repr(out.getvalue()))
out = io.StringIO(); d = csv.DictWriter(out, ["x", "y"], lineterminator="\n"); d.writeheader(); d.writerow({"x": 1}); d.writerows([{"y": 2, "x": "a b"}]); print(out.getvalue())
try: d.writerow({"z": 1})
except ValueError as e: print(e)
print(list(csv.reader(["a\tb\tc", "1;2\t3"], delimiter="\t")), list(csv.reader(["a; b;'c;d'"], delimiter=";", quotechar="'", skipinitialspace=True)))
out = io.StringIO(); csv.writer(out, quoting=csv.QUOTE_ALL).writerow([1, "a"]); csv.writer(out, quoting=csv.QUOTE_NONNUMERIC).writerow([1, "a"]); csv.writer(out, dialect="excel-tab").writerow([1, "a\tb"]); print(repr(out.getvalue()))
print(list(csv.reader(["1,2", '"a",3'], quoting=csv.QUOTE_NONNUMERIC)) , csv.list_dialects()[:2])
