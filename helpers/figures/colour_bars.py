"""The bar that says which colour of a matrix is which number, and the room it takes."""

from helpers.figures.picture import text_size, widest
from helpers.numerals import wording

GAP, THICK = 0.2, 0.14  # inches before an upright bar, and across it
TICKS = 0.08  # inches that ticks take before their numbers


class ColourBar:
    """The colour bar of some cells; lengths in inches.

    beside : upright, at the right of the cells; else level, under them
    across : what it takes from left to right: at least this much, for a level one
    """

    def __init__(self, cells, beside):
        self.upright = beside
        self.name = cells.kind.removesuffix("s")
        self.ends = [cells.low, (cells.low + cells.high) / 2, cells.high]
        self.numbers = [wording.drawn(end, cells.decimals) for end in self.ends]
        if beside:
            high = text_size(self.name)[1]
            self.across = GAP + THICK + TICKS + widest(self.numbers) + 0.06 + high
        else:
            numbers = sum(text_size(number)[0] for number in self.numbers) + 0.3
            self.across = max(numbers, text_size(self.name)[0])

    def below(self, height):
        """Return how far the name of an upright bar of this height reaches under it, and over."""
        return max(0.0, (text_size(self.name)[0] - height) / 2)

    def draw(self, picture, image, panel):
        """Draw the colours with their limits and their name."""
        orientation = "vertical" if self.upright else "horizontal"
        bar = picture.colorbar(image, cax=panel, orientation=orientation)
        bar.outline.set_visible(False)
        bar.set_ticks(self.ends, labels=self.numbers)
        bar.ax.tick_params(length=2)
        if not self.upright:  # the end numbers stay over the bar, clear of the next
            first, *_, last = bar.ax.get_xticklabels()
            first.set_ha("left")
            last.set_ha("right")
        bar.set_label(self.name)
