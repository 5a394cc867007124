// The limit that no explorer can pass: the same views, the mathematics beside them, no kernel; or a
// kernel that only sends each report back.

const buffer = (numbers) => new DataView(Float64Array.from(numbers).buffer);
const numbersOf = (view) => [...new Float64Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength))];
const text = (number) => number.toFixed(2).replace("-0.00", "0.00");
const point = (x, y) => `(${text(x)}, ${text(y)})`;

// What a stage knows of its model, without a kernel behind it.
function localModel(parts, answer) {
  const heard = new Set();
  return {
    get: () => parts,
    on: (name, hear) => name === "msg:custom" && heard.add(hear),
    off: (_name, hear) => heard.delete(hear),
    send: (message) => answer(message),
    hear: (message) => heard.forEach((hear) => hear(message, [])),
  };
}

function attention(points) {
  return points.map(([x, y]) => {
    const powers = points.map(([a, b]) => Math.exp(x * a + y * b));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  });
}

// Jarvis's march.
function hull(points) {
  const first = points.reduce((best, p, i) => (p[0] < points[best][0] ? i : best), 0);
  const around = [];
  let from = first;
  do {
    around.push(points[from]);
    let to = (from + 1) % points.length;
    for (let i = 0; i < points.length; i += 1) {
      const [a, b, c] = [points[from], points[to], points[i]];
      if ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0) to = i;
    }
    from = to;
  } while (from !== first && around.length <= points.length);
  return around;
}

function plane(scene, points, weights, query) {
  const row = weights[query];
  const z = [0, 1].map((way) => points.reduce((sum, p, j) => sum + row[j] * p[way], 0));
  const at = [...points, z];
  const rings = buffer(row.map((weight) => Math.max(9, 44 * Math.sqrt(weight))));
  return {
    dots: { ...scene.dots, at: buffer(at.flat()), texts: at.map((p) => point(...p)), rings },
    segments: { ...scene.segments, ends: buffer([...points[query], ...z]) },
    areas: [{ ...scene.areas[0], at: buffer(hull(points).flat()) }],
  };
}

function heatmap(weights) {
  return {
    texts: weights.map((row) => row.map(text)),
    fills: weights.map((row) => row.map((w) => `rgb(${247 - 200 * w}, ${251 - 120 * w}, ${255 - 60 * w})`)),
    inks: weights.map((row) => row.map((w) => (w > 0.5 ? "#fff" : "#000"))),
  };
}

async function render({ model, el }) {
  const [first, table] = model.get("scenes");
  const query = first.dots.pressed;
  const flat = numbersOf(first.dots.at).slice(0, 2 * table.rows.length);
  const points = table.rows.map((_, i) => [flat[2 * i], flat[2 * i + 1]]);
  const same = JSON.stringify(heatmap(attention(points)).texts) === JSON.stringify(table.texts);
  if (!same) throw new Error("the limit computes other numbers than the explorer");

  const parts = {
    0: { kind: "hbox", classes: "abh-stage", scene: {}, children: ["1", "2"] },
    1: { kind: "plane", classes: "", label: "plane", scene: first, children: [] },
    2: { kind: "heatmap", classes: "", label: "weights", scene: table, children: [] },
  };
  function answer({ report, ...answer }) {
    if (report.kind === "choose") return;
    points[report.index] = [report.x, report.y];
    const weights = attention(points);
    const changed = { 1: { scene: plane(first, points, weights, query) }, 2: { scene: heatmap(weights) } };
    local.hear({ parts: changed, paths: [], answer });
  }
  const local = localModel(parts, model.get("echoes") ? (message) => model.send(message) : answer);
  model.on("msg:custom", answer);
  const url = URL.createObjectURL(new Blob([model.get("source")], { type: "text/javascript" }));
  const stage = (await import(url)).default;
  stage.initialize({ model: local });
  stage.render({ model: local, el });
}

export default { render };
