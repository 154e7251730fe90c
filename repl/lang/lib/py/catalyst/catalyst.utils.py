"""catalyst.utils: the exceptions."""
import catalyst.utils.exceptions
