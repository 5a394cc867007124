// What is drawn, in pixels of the screen: for each kind of view its views, and of their parts each element.
(root, { kinds }) => {
  // What glides to its place has arrived.
  for (const one of root.getAnimations({ subtree: true })) if (one instanceof CSSTransition) one.finish();

  const views = Object.values(kinds).map(([view]) => view).join();
  const onScreen = (one, x, y) => {
    const { a, b, c, d, e, f } = one.getScreenCTM();
    return [a * x + c * y + e, b * x + d * y + f];
  };

  // The corners of a path: where each of its commands ends.
  function corners(path) {
    let [x, y] = [0, 0];
    const passed = [];
    for (const [, name, rest] of (path.getAttribute("d") ?? "").matchAll(/([MLHVCQAhvlz])([^MLHVCQAhvlz]*)/g)) {
      const numbers = (rest.match(/-?\d*\.?\d+(e-?\d+)?/g) ?? []).map(Number);
      if (name === "H") x = numbers.at(-1);
      else if (name === "V") y = numbers.at(-1);
      else if ("MLCQA".includes(name)) [x, y] = numbers.slice(-2);
      else continue; // the head at the end of a thread
      passed.push([x, y]);
    }
    return passed;
  }

  function points(one) {
    const of = (...names) => names.map((name) => one[name].baseVal.value);
    if (one.matches("line")) return [of("x1", "y1"), of("x2", "y2")];
    if (one.matches("polygon")) return [...one.points].map(({ x, y }) => [x, y]);
    return one.matches("path") ? corners(one) : [];
  }

  const isSeen = (one) => one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  function read(one) {
    const look = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const head = document.getElementById(look.markerEnd?.match(/#([^")]+)/)?.[1]);
    return {
      tag: one.localName,
      seen: isSeen(one),
      box: [box.left, box.top, box.right, box.bottom],
      points: points(one).map(([x, y]) => onScreen(one, x, y)),
      wide: parseFloat(look.strokeWidth), opacity: Number(look.strokeOpacity), turns: head?.getAttribute("orient") ?? null,
      hatched: look.backgroundImage.includes("repeating-linear"), style: [one.style.background, one.style.color],
      share: parseFloat(one.style.getPropertyValue("--share")) || 0,
      text: one.textContent, value: one.value, range: [one.min, one.max].map(Number), on: one.checked,
      classes: [...one.classList],
      aria: Object.fromEntries([...one.attributes].filter(({ name }) => /^(aria-|role)/.test(name)).map(({ name, value }) => [name, value])),
      pixels: one.localName === "canvas" ? btoa([...one.getContext("2d").getImageData(0, 0, one.width, one.height).data].map((byte) => String.fromCharCode(byte)).join("")) : null,
      held: one.matches(":active"),
    };
  }

  return JSON.stringify({
    views: Object.fromEntries(Object.entries(kinds).map(([kind, [selector, parts]]) => [
      kind,
      [...root.querySelectorAll(selector)].filter((view) => !view.parentElement.closest(views)).map((view) => {
        const seen = [view, ...view.querySelectorAll("*")].some(isSeen); // its own box may be none
        const inner = Object.entries(seen ? parts : {}).map(([name, one]) => [name, [...view.querySelectorAll(one)].map(read)]);
        return { own: { ...read(view), seen }, ...Object.fromEntries(inner) };
      }),
    ])),
  });
}
