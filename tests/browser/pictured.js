// What is drawn elsewhere than its own words say: points of a plane, bars, words in a row, colours of cells.
(root) => {
  const number = (text) => Number(text.replaceAll("−", "-"));
  const wrong = [];
  // A straight scale through the first and the last of numbers and of places.
  const scale = (numbers, places) => {
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const [from, to] = [Math.min(...places), Math.max(...places)];
    return { low, high, from, to };
  };
  const read = ({ low, high, from, to }, place) => low + ((place - from) / (to - from)) * (high - low);

  for (const plane of root.querySelectorAll(".abh-plane")) {
    if (!plane.checkVisibility()) continue;
    const texts = [...plane.querySelectorAll(".abh-grid text:not(.abh-axis-name)")];
    const lines = [...plane.querySelectorAll(".abh-grid line")].map((line) =>
      ["x1", "x2", "y1", "y2"].map((name) => Number(line.getAttribute(name))));
    const numbers = (anchor) =>
      texts.filter((text) => text.getAttribute("text-anchor") === anchor).map((text) => number(text.textContent));
    const across = scale(numbers("middle"), lines.filter(([a, b]) => a === b).map(([a]) => a));
    const down = scale(numbers("end"), lines.filter(([, , a, b]) => a === b).map(([, , a]) => a));
    for (const dot of plane.querySelectorAll(".abh-dot")) {
      const said = dot.getAttribute("aria-label");
      const point = said.match(/\(([-−\d.]+), ([-−\d.]+)\)/);
      if (!point) continue;
      const [x, y] = dot.getAttribute("transform").match(/-?\d[-\d.e]*/g).map(Number);
      const drawn = [read(across, x), down.low + down.high - read(down, y)];
      const far = Math.hypot(drawn[0] - number(point[1]), drawn[1] - number(point[2]));
      if (!(far < 0.012)) wrong.push(`${said} is drawn at ${drawn}`);
    }
  }

  for (const bars of root.querySelectorAll(".abh-bars")) {
    const pulls = [...bars.querySelectorAll(".abh-pull")].filter((bar) => bar.checkVisibility());
    const high = (bar) => Number(bar.querySelector(".abh-bar:not(.abh-ghost)").getAttribute("height"));
    const values = pulls.map((bar) => Math.abs(Number(bar.getAttribute("aria-valuenow"))));
    const tallest = values.indexOf(Math.max(...values));
    for (const [i, bar] of pulls.entries()) {
      const drawn = (high(bar) / high(pulls[tallest])) * values[tallest];
      // A bar of 0 is a line, 1 high.
      if (Math.abs(drawn - values[i]) > Math.max(0.03, 1.01 / high(pulls[tallest])) * values[tallest])
        wrong.push(`${bar.getAttribute("aria-label")} is ${values[i]}, and drawn like ${drawn}`);
    }
  }
  for (const row of root.querySelectorAll(".abh-lineup")) {
    if (!row.checkVisibility()) continue;
    const levels = [...row.querySelectorAll(".abh-lineup-levels span")];
    const top = Math.max(...levels.map((one) => number(one.textContent)));
    if (top !== 1) wrong.push(`the axis of weights ends at ${top}`);
    const words = [...row.querySelectorAll(".abh-carried")];
    const left = (one) => one.getBoundingClientRect().left;
    const axis = words[0].querySelector(".abh-lineup-bars").getBoundingClientRect();
    for (const level of levels) {
      const drawn = (axis.bottom - level.getBoundingClientRect().top) / axis.height;
      if (Math.abs(drawn - number(level.textContent)) > 0.02) wrong.push(`the line of ${level.textContent} is at ${drawn}`);
    }
    const places = [...row.querySelectorAll(".abh-lineup-place")].map(left);
    for (const word of words) {
      const [bars, bar] = [".abh-lineup-bars", ".abh-lineup-bar"].map((name) => word.querySelector(name).clientHeight);
      const text = word.querySelector(".abh-number").textContent;
      const said = number(text) || 0; // what is hidden has no bar
      if (Math.abs(bar / bars - said) > 0.005 + 0.7 / bars) wrong.push(`${text} is drawn like ${bar / bars}`);
      const place = Number(word.getAttribute("aria-posinset")) - 1;
      if (Math.abs(left(word) - places[place]) > 1) wrong.push(`${word.getAttribute("aria-label")} is drawn at ${left(word)}`);
    }
  }
  // Of two cells the larger number has the later shade; where both read alike, either may. A table
  // of several groups of columns has a scale for each.
  for (const table of root.querySelectorAll(".abh-heatmap table")) {
    if (table.querySelector("[scope=colgroup]")) continue;
    const cells = [...table.querySelectorAll("td[role=gridcell]")]
      .map((cell) => ({ text: cell.textContent, shade: cell.style.background.match(/^var\(--[ws](\d+)\)$/) }))
      .filter(({ text, shade }) => shade && text && Number.isFinite(number(text)))
      .map(({ text, shade }) => ({ text, number: number(text), shade: Number(shade[1]) }))
      .sort((a, b) => a.number - b.number || a.shade - b.shade);
    for (const [i, cell] of cells.entries()) {
      if (i && cell.shade < cells[i - 1].shade) wrong.push(`${cell.text} has the shade of less than ${cells[i - 1].text}`);
    }
  }
  return wrong;
}
