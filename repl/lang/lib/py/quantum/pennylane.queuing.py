"""pennylane.queuing"""
from pennylane._queue import AnnotatedQueue
