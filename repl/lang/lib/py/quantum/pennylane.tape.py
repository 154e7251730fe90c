"""pennylane.tape: operations and measurements as objects."""
from pennylane._measurements import Measurement
from pennylane._queue import AnnotatedQueue


class QuantumScript:
    def __init__(self, ops=(), measurements=(), shots=None):
        self.operations, self.measurements = list(ops), list(measurements)

    @staticmethod
    def from_queue(queue, shots=None):
        return QuantumScript([i for i in queue.queue if not isinstance(i, Measurement)],
                             [i for i in queue.queue if isinstance(i, Measurement)])

    @property
    def circuit(self):
        return self.operations + self.measurements

    def __iter__(self):
        return iter(self.circuit)

    def __len__(self):
        return len(self.circuit)

    def __getitem__(self, i):
        return self.circuit[i]


class QuantumTape(QuantumScript):
    """With it as a context it holds what is made within."""

    def __enter__(self):
        self.recording = AnnotatedQueue()
        self.recording.__enter__()
        return self

    def __exit__(self, *error):
        self.recording.__exit__(*error)
        script = QuantumScript.from_queue(self.recording)
        self.operations, self.measurements = script.operations, script.measurements
