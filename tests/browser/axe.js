// What axe-core finds wrong in some places, each as its rule and its element; by one rule if it is named.
async ({ places, but, rule }) => {
  const { axe, CSSTransition } = /** @type {any} */ (window);
  // JupyterLab's body is 0 pixels high and hides what is beyond it: axe would take every text for
  // unseen, and read none of their colours. A colour on its way to another is at its end first.
  const frames = document.querySelectorAll("body, .jp-LabShell");
  for (const frame of frames) frame.style.overflow = "visible";
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  // Texts of one letter count, too; options that are configured take the place of all there are.
  axe._audit.checks["color-contrast"].options.ignoreLength = true;
  // JupyterLab writes no alt on an image; the words of a picture stand beside it in the file.
  const context = { include: places, exclude: [".jp-RenderedImage > img", ...but] };
  // JupyterLab's own links have no line below them.
  const rules = { "link-in-text-block": { enabled: false } };
  const resultTypes = ["violations", "incomplete"];
  const runOnly = rule ? [rule] : undefined;
  const { violations, incomplete } = await axe.run(context, runOnly ? { runOnly, resultTypes } : { rules, resultTypes });
  for (const frame of frames) frame.style.overflow = "";
  const unsure = incomplete.filter(({ id }) => id === "color-contrast");
  const pale = unsure.map(rule => ({ ...rule, nodes: rule.nodes.filter(isPale) }));
  return [...violations, ...pale].flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`));

  // Axe is unsure of a text in a drawing, or of one that something lies over: here the colours of
  // the boxes around it, seen through each other, stand for what is behind it.
  function isPale({ target }) {
    const one = document.querySelector(target[0]), styles = [];
    if (!one) return false; // it has left the page since axe saw it, as what flies does
    for (let box = one; box; box = box.parentElement) styles.push(getComputedStyle(box));
    const { Color, flattenColors, getContrast } = axe.commons.color;
    const parsed = text => {
      const color = new Color();
      color.parseString(text);
      return color;
    };
    const boxes = [...styles.map(style => parsed(style.backgroundColor)), parsed("white")];
    const behind = boxes.slice(0, boxes.findIndex(({ alpha }) => alpha === 1) + 1);
    const back = behind.reduceRight((below, above) => flattenColors(above, below));
    const front = parsed(one.ownerSVGElement ? styles[0].fill : styles[0].color);
    front.alpha *= styles.reduce((all, { opacity }) => all * opacity, 1);
    return getContrast(back, front) < 4.5;
  }
}
