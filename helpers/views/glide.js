// Motion from one scene to the next: what has changed at once is seen to go where it is now.

const TIME = 700; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");
const ease = (share) => share * share * (3 - 2 * share);

// Paint a scene, or the way to it where it glides. A scene that comes meanwhile is gone to from there.
// way(from, to) : the scene at each share of the way, from 0 to 1; null where nothing moves
export function createGlide(way, paint, root) {
  let [seen, wanted, frame] = [null, null, 0];
  const show = (scene) => paint((seen = scene));

  return (now) => {
    if (frame && now === wanted) return paint(seen);
    cancelAnimationFrame(frame);
    frame = 0;
    root.removeAttribute("data-tweens");
    const between = seen && now.glides && !still.matches ? way(seen, now) : null;
    wanted = now;
    if (!between) return show(now);
    const start = performance.now();
    const step = () => {
      const share = (performance.now() - start) / TIME;
      frame = share < 1 ? requestAnimationFrame(step) : 0;
      root.toggleAttribute("data-tweens", frame > 0);
      show(share < 1 ? between(ease(share)) : now);
    };
    step();
  };
}
