"""The series in JupyterLab: opening it, the learner's copies, saving, and running the notebooks."""

NO_TORCH = (
    "PyTorch is not installed: it has no build for Intel Macs, for macOS before 14 and for Windows "
    "on ARM. Notebooks 00 to 05 run without it, those from 06 on need it"
)
