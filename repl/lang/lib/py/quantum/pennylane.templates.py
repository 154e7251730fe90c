"""pennylane.templates"""
from pennylane._embeddings import (AmplitudeEmbedding, BasisStatePreparation, ControlledSequence, FermionicDoubleExcitation,
                                   FermionicSingleExcitation, IQPEmbedding, MPS, MottonenStatePreparation, Permute,
                                   QuantumPhaseEstimation, RandomLayers, SimplifiedTwoDesign, broadcast)
from pennylane._excitations import AllSinglesDoubles, ApproxTimeEvolution, FlipSign, GroverOperator, QAOAEmbedding, UCCSD
from pennylane._templates import AngleEmbedding, BasicEntanglerLayers, BasisEmbedding, QFT, StronglyEntanglingLayers
