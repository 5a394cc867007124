"""Stands on a kernel's path where PyTorch is not installed, and says so to whoever imports it."""

from helpers.jupyterlab import NO_TORCH

raise ModuleNotFoundError(NO_TORCH, name="torch")
