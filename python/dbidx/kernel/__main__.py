"""Started by Jupyter: python -m dbidx.kernel -f CONNECTION_FILE."""
from ipykernel.kernelapp import IPKernelApp

from dbidx.kernel.kernel import DbidxKernel

IPKernelApp.launch_instance(kernel_class=DbidxKernel)
