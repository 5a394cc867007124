"""The shapes of published models, read from data/models/published.toml."""

from dataclasses import dataclass

from helpers.readers import files
from helpers.readers.fields import Fields


@dataclass(frozen=True)
class Published:
    """A model's shape as its report gives it; a number that it lacks is None.

    longest : the longest text that it was made for, in tokens    d_model : width of an embedding
    heads, key_heads : of one layer; heads may share keys
    latent : numbers per token and layer from which all heads make their keys and values
    """

    name: str
    year: int
    source: str
    d_model: int
    layers: int
    heads: int
    key_heads: int
    longest: int | None
    latent: int | None
    parameters: float | None

    @property
    def head_width(self):
        """Return d_k, the width of a head's queries and keys."""
        return self.d_model // self.heads


def load():
    """Return all published models, a dict from name to `Published`.

    Raises ValueError, naming the file and the key, for a missing or malformed file.
    """
    place = "data/models/published.toml: "
    fields = Fields(files.read("models", "published"), place)
    tables = fields.take("model", list)
    fields.finish()
    models = [_model(table, f"{place}model[{i}].") for i, table in enumerate(tables)]
    return {model.name: model for model in models}


def _model(table, place):
    """Read one [[model]] table."""
    fields = Fields(table, place)
    texts = {key: fields.take(key, str) for key in ("name", "source")}
    sizes = {key: fields.take(key, int) for key in ("year", "d_model", "layers", "heads")}
    more = {key: fields.take(key, int, None) for key in ("longest", "latent")}
    key_heads = fields.take("key_heads", int, sizes["heads"])
    parameters = fields.take("parameters", float, None)
    fields.finish()
    return Published(**texts, **sizes, **more, key_heads=key_heads, parameters=parameters)
