from pennylane import device
