"""Containers."""
from _collections import deque, _count_elements
