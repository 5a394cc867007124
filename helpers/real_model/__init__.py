"""SmolLM2-135M-Instruct in NumPy: a real language model that runs on `helpers.attention`."""

from helpers import lazy

PARTS = ("Layer", "RealModel", "Trace", "load", "rms_norm", "shared_keys", "swiglu")
__getattr__, __dir__, __all__ = lazy.names(__name__, dict.fromkeys(PARTS, "model"))
