"""The series in JupyterLab: opening it, the learner's copies, saving, and running the notebooks."""
