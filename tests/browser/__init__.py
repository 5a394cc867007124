"""What a learner sees: the notebooks in a real JupyterLab, driven in a headless browser."""
