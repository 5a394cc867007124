// Draws a native range input with a label, a number and an optional play button.

let count = 0;

function render({ model, el }) {
  const hand = takeHand(model);
  const id = `abh-slider-${Math.random().toString(36).slice(2)}-${(count += 1)}`;
  const root = html("div", { class: "abh-slider" });
  const label = html("label", { for: id });
  const input = html("input", { type: "range", id });
  const number = html("output", { for: id });
  const play = html("button", { type: "button" }, "play");
  root.append(label, input, number, play);
  el.append(root);

  let holding = false;
  let playing = 0;

  const scene = () => model.get("scene");

  function report(kind) {
    hand[kind === "release" ? "settle" : "move"]({ kind, value: Number(input.value) });
  }

  function stop() {
    cancelAnimationFrame(playing);
    playing = 0;
    set(play, { "aria-pressed": "false" });
    play.textContent = "play";
  }

  function start() {
    const { low, high, play: seconds } = scene();
    const from = Number(input.value) >= high ? low : Number(input.value);
    let began = null;
    const advance = (time) => {
      began = began ?? time;
      input.value = from + ((high - low) * (time - began)) / (1000 * seconds);
      const done = Number(input.value) >= high;
      report(done ? "release" : "move");
      if (done) stop();
      else playing = requestAnimationFrame(advance);
    };
    set(play, { "aria-pressed": "true" });
    play.textContent = "pause";
    playing = requestAnimationFrame(advance);
  }

  input.addEventListener("pointerdown", () => (holding = true));
  input.addEventListener("pointerup", () => (holding = false));
  input.addEventListener("input", () => report("move"));
  input.addEventListener("change", () => report("release"));
  input.addEventListener("keydown", (event) => event.stopPropagation()); // JupyterLab takes arrows
  play.addEventListener("click", () => (playing ? stop() : start()));

  function paint(now) {
    if (now.low === undefined) return;
    label.textContent = model.get("label");
    set(input, { min: now.low, max: now.high, step: now.step, "aria-valuetext": now.text });
    if (!holding && !playing) input.value = now.value;
    number.textContent = now.text;
    play.hidden = !now.play;
    set(play, { "aria-label": `play ${model.get("label")}` });
  }

  const unfollow = follow(model, hand, paint);
  return () => {
    stop();
    unfollow();
  };
}

export default { render };
