// Notes when the hand moved, and after which painted frame another value could be seen.
(read) => {
  const ids = new WeakMap();
  const name = (value) => {
    if (!(value instanceof Node)) return value;
    if (!ids.has(value)) ids.set(value, Symbol("picture"));
    return ids.get(value);
  };
  const probe = (window.probe = { moves: [], presses: [], paints: [] });
  const painted = new MessageChannel(); // its message comes once the frame is painted
  let last = name(read());
  painted.port1.onmessage = () => {
    const value = name(read());
    if (!value || value === last) return;
    last = value;
    probe.paints.push(performance.now());
  };
  const everyFrame = () => {
    painted.port2.postMessage(0);
    requestAnimationFrame(everyFrame);
  };
  addEventListener("pointermove", (event) => probe.moves.push(event.timeStamp), true);
  addEventListener("pointerdown", (event) => probe.presses.push(event.timeStamp), true);
  requestAnimationFrame(everyFrame);
}
