// Tells a picture how wide its room is, in pixels of its own, and how much larger its letters are where it is projected.

const LARGE = 17 / 12; // the letters of a projected picture, of those of a page; see view.css

export function createRoom(root, repaint) {
  const room = { wide: 0, large: 1 };
  let frame = 0;
  function measure() {
    const zoom = Number(getComputedStyle(root).getPropertyValue("--zoom")) || 1;
    const wide = root.clientWidth / zoom;
    const large = zoom > 1 ? LARGE : 1;
    if (!wide || (wide === room.wide && large === room.large)) return;
    Object.assign(room, { wide, large });
    repaint();
  }
  // In a frame of its own: a picture that is painted while its size is reported is reported again.
  const watch = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(measure);
  });
  watch.observe(root);
  room.end = () => {
    watch.disconnect();
    cancelAnimationFrame(frame);
  };
  return room;
}
