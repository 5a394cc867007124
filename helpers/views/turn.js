// The way of the points (x, y) of a plane from one scene to the next.

import { floats } from "./wire.js";

const SAME = 1e-6;
const LISTS = [["dots", "at", 2, "roles"], ["segments", "ends", 4, "roles"]]; // numbers of each, and what tells them apart

// Return by which angle a map has been turned to become another, and how much it has been stretched; null where it's neither.
function turnBetween(before, now) {
  const [[a, b, c, d], [e, f, g, h]] = [floats(before), floats(now)];
  const by = [d * e - b * g, d * f - b * h, a * g - c * e, a * h - c * f].map((part) => part / (a * d - b * c));
  const isTurn = Math.abs(by[0] - by[3]) + Math.abs(by[1] + by[2]) < SAME;
  return isTurn ? { angle: Math.atan2(by[1], by[0]), ratio: Math.hypot(by[0], by[1]) } : null;
}

function turned(point, { angle, ratio }, share) {
  const [x, y] = point;
  const [across, up] = [Math.cos(share * angle), Math.sin(share * angle)].map((part) => part * ratio ** share);
  return [across * x - up * y, up * x + across * y];
}

const away = (from, to) => Math.hypot(to[0] - from[0], to[1] - from[1]);

// Return the way of a list of points, of which each `size` numbers belong together and go if `isSame`.
function wayOf(before, now, turns, size = 2, isSame = null) {
  const [from, to] = [floats(before), floats(now)];
  const moving = [];
  for (let k = 0; k < Math.min(from.length, to.length); k += 2) {
    const [start, end] = [from, to].map((list) => [list[k], list[k + 1]]);
    if ((isSame && !isSame(Math.floor(k / size))) || !(away(start, end) > SAME)) continue;
    const turn = turns.find((one) => away(turned(start, one, 1), end) < SAME);
    const straight = (share) => [0, 1].map((i) => start[i] + share * (end[i] - start[i]));
    moving.push([k, turn ? (share) => turned(start, turn, share) : straight]);
  }
  const at = (share) => {
    const list = to.slice();
    for (const [k, way] of moving) list.set(way(share), k);
    return list;
  };
  return { moves: moving.length > 0, at };
}

// What a map of the plane turns is turned about the origin; all else goes straight.
export function planeWay(from, to) {
  const names = Object.keys(to.matrices ?? {}).filter((name) => from.matrices?.[name]);
  const turns = names.map((name) => turnBetween(from.matrices[name], to.matrices[name])).filter(Boolean);
  const ways = [];
  const go = (before, now, put, ...how) => {
    const { moves, at } = wayOf(before, now, turns, ...how);
    if (moves) ways.push((scene, share) => put(scene, at(share)));
  };
  for (const [part, list, size, name] of LISTS) {
    if (!from[part]?.[list] || !to[part]?.[list]) continue;
    const isSame = (i) => from[part][name][i] === to[part][name][i];
    go(from[part][list], to[part][list], (scene, at) => (scene[part] = { ...scene[part], [list]: at }), size, isSame);
  }
  for (const name of names) {
    go(from.matrices[name], to.matrices[name], (scene, at) => (scene.matrices = { ...scene.matrices, [name]: at }));
  }
  (to.areas ?? []).forEach((area, i) => {
    const before = from.areas?.[i];
    if (before?.role !== area.role || before.at.byteLength !== area.at.byteLength) return;
    go(before.at, area.at, (scene, at) => (scene.areas = scene.areas.with(i, { ...area, at })));
  });
  if (from.reach !== to.reach) ways.push((scene, share) => (scene.reach = from.reach + share * (to.reach - from.reach)));
  if (!ways.length) return null;
  return (share) => {
    const scene = { ...to, glides: false };
    for (const way of ways) way(scene, share);
    return scene;
  };
}
