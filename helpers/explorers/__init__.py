"""The explorers of the series; nothing heavy is imported until one is asked for."""

from helpers import lazy

__getattr__, __dir__, __all__ = lazy.names(
    __name__,
    {
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
    },
)
