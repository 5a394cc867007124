"""Takes PyTorch's place on a kernel's path where it isn't installed, and says so on import."""

from helpers.jupyterlab import NO_TORCH

raise ModuleNotFoundError(NO_TORCH, name="torch")
