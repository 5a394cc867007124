"""The explorers of the series; nothing heavy is imported until one is asked for."""

from importlib import import_module

_HOMES = {
    "AttentionExplorer": "attention.explorer",
    "CostExplorer": "cost.explorer",
    "DotProductExplorer": "dot_product.explorer",
    "FlowExplorer": "flow.explorer",
    "HeadsExplorer": "heads.explorer",
    "LanguageModelExplorer": "language_model.explorer",
    "MaskExplorer": "mask.explorer",
    "MeaningExplorer": "meaning.explorer",
    "OrderExplorer": "order.explorer",
    "ProjectionExplorer": "projection.explorer",
    "ScalingExplorer": "scaling.explorer",
    "SoftmaxExplorer": "softmax.explorer",
    "TrainingExplorer": "training.explorer",
}
__all__ = list(_HOMES)


def __getattr__(name):
    """Import the module that holds `name` when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"helpers.explorers has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__():
    return __all__
