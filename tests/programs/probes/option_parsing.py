"""Settings parsed from a string by the host, with errors collected, then used as sizes."""
from catalyst import qjit
import jax.numpy as jnp

TEXT = """
# a comment
size = 3
scale=0.5 ; name = first run
flags = on, off ,on
bad line
size = x
"""


def parse(text):
    settings, errors = {}, []
    for number, line in enumerate(text.strip().splitlines(), start=1):
        line = line.partition("#")[0].strip()
        for part in filter(None, map(str.strip, line.split(";"))):
            key, sep, value = (p.strip() for p in part.partition("="))
            try:
                if not sep:
                    raise ValueError(f"no '=' in {part!r}")
                if key == "size":
                    settings[key] = int(value)
                elif key == "scale":
                    settings[key] = float(value)
                elif "," in value:
                    settings[key] = [v.strip() == "on" for v in value.split(",")]
                else:
                    settings[key] = value.title()
            except ValueError as e:
                errors.append((number, str(e)))
    return settings, errors


settings, errors = parse(TEXT)
print(settings)
for number, message in errors:
    print(f"line {number:02d}: {message}")


@qjit
def make(n: int):
    return jnp.ones([n + settings["size"]]) * settings["scale"], jnp.array(settings["flags"])


print(make(1), settings.get("name", "?").upper().center(15, "*"))
