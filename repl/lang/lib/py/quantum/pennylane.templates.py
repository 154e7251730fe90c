"""pennylane.templates"""
from pennylane._embeddings import (BasisStatePreparation, ControlledSequence, FermionicDoubleExcitation,
                                   FermionicSingleExcitation, IQPEmbedding, MPS, Permute,
                                   QuantumPhaseEstimation, RandomLayers, SimplifiedTwoDesign, broadcast)
from pennylane._excitations import AllSinglesDoubles, FlipSign, GroverOperator, QAOAEmbedding, UCCSD
from pennylane._evolution import ApproxTimeEvolution, TrotterProduct
from pennylane._states import AmplitudeEmbedding, MottonenStatePreparation, StatePrep
from pennylane._templates import AngleEmbedding, BasicEntanglerLayers, BasisEmbedding, QFT, StronglyEntanglingLayers
