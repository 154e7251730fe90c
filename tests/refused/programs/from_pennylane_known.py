from pennylane import specs
