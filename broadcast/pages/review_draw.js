// review_draw.js: the same strokes over the camera's picture and on a drawn table. A view maps mm to its canvas.
import {colourOf, kindOf} from '/balls.js';

const RAIL = 120; // mm round the bed

/** Where the camera sees a point of the table, in pixels of the film: pinhole with radial and tangential distortion. */
export function project(camera, [x, y], z) {
  const [r, t] = [camera.R, camera.t];
  const X = r[0] * x + r[1] * y + r[2] * z + t[0], Y = r[3] * x + r[4] * y + r[5] * z + t[1], Z = r[6] * x + r[7] * y + r[8] * z + t[2];
  const u = X / Z, v = Y / Z, q = u * u + v * v, [k1, k2, p1, p2, k3] = camera.k;
  const radial = 1 + q * (k1 + q * (k2 + q * k3));
  return [
    camera.fx * (u * radial + 2 * p1 * u * v + p2 * (q + 2 * u * u)) + camera.cx,
    camera.fy * (v * radial + p1 * (q + 2 * v * v) + 2 * p2 * u * v) + camera.cy,
  ];
}

/** A window on something `w` by `h` units large, zoomed so that `focus` (in those units) is in the middle. */
function windowOn(canvas, w, h, zoom, focus) {
  const fit = Math.min(canvas.width / w, canvas.height / h), scale = fit * zoom;
  const half = [canvas.width / scale / 2, canvas.height / scale / 2];
  const middle = zoom <= 1 ? [w / 2, h / 2] : [Math.min(Math.max(focus[0], half[0]), w - half[0]), Math.min(Math.max(focus[1], half[1]), h - half[1])];
  return {scale, x: canvas.width / 2 - scale * middle[0], y: canvas.height / 2 - scale * middle[1]};
}

export function cameraView(canvas, camera, table, zoom, focusMm) {
  const z = table.ball_d / 2, w = windowOn(canvas, camera.width, camera.height, zoom, focusMm ? project(camera, focusMm, z) : [0, 0]);
  const point = (mm) => { const [u, v] = project(camera, mm, z); return [w.x + w.scale * (u + 0.5), w.y + w.scale * (v + 0.5)]; };
  const length = (mm, at) => { const [a, b] = [point(at), point([at[0] + mm, at[1]])]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  return {point, length, over: true, ...w};
}

export function tableView(canvas, table, zoom, focusMm) {
  const W = table.length + 2 * RAIL, H = table.width + 2 * RAIL;
  const inside = ([x, y]) => [x + W / 2, H / 2 - y];
  const w = windowOn(canvas, W, H, zoom, focusMm ? inside(focusMm) : [0, 0]);
  const point = (mm) => { const [x, y] = inside(mm); return [w.x + w.scale * x, w.y + w.scale * y]; };
  return {point, length: (mm) => mm * w.scale, over: false, ...w};
}

function disc(c, [x, y], r) {
  c.beginPath();
  c.arc(x, y, Math.max(r, 0.5), 0, 2 * Math.PI);
}

export function drawBed(c, view, t) {
  const box = (margin, colour) => {
    const [x, y] = view.point([-t.length / 2 - margin, t.width / 2 + margin]);
    c.fillStyle = colour;
    c.fillRect(x, y, (t.length + 2 * margin) * view.scale, (t.width + 2 * margin) * view.scale);
  };
  box(RAIL - 10, '#4a2d1c');
  box(50, '#0b4a30');
  box(0, '#126b45');
  c.strokeStyle = 'rgba(255,255,255,.6)';
  c.lineWidth = 1.2;
  c.beginPath();
  c.moveTo(...view.point([t.baulk_x, -t.width / 2]));
  c.lineTo(...view.point([t.baulk_x, t.width / 2]));
  c.stroke();
  if (t.d_radius > 0) {
    c.beginPath();
    c.arc(...view.point([t.baulk_x, 0]), t.d_radius * view.scale, Math.PI / 2, 1.5 * Math.PI);
    c.stroke();
  }
  c.fillStyle = '#0c0c0e';
  for (const x of [-1, 0, 1]) for (const y of [-1, 1]) {
    disc(c, view.point([x * (t.length / 2 + 0.28 * t.ball_d), y * (t.width / 2 + (x ? 0.28 : 0.5) * t.ball_d)]), 0.85 * t.ball_d * view.scale);
    c.fill();
  }
  c.fillStyle = 'rgba(255,255,255,.7)';
  for (const spot of t.spots) { disc(c, view.point(spot), Math.max(1.5, 7 * view.scale)); c.fill(); }
}

export function drawBalls(c, view, t, balls, chosen) {
  for (const [name, at] of Object.entries(balls)) {
    const r = view.length((kindOf(name) === 'cue' ? t.cue_ball_d : t.ball_d) / 2, at);
    disc(c, view.point(at), r);
    if (!view.over) { c.fillStyle = colourOf(name); c.fill(); }
    c.lineWidth = name === chosen ? 3 : 1.3;
    c.strokeStyle = name === chosen ? '#ffd84a' : view.over ? 'rgba(255,255,255,.85)' : 'rgba(0,0,0,.6)';
    c.stroke();
    if (!view.over && /^\d+$/.test(name)) {
      c.fillStyle = '#fff';
      disc(c, view.point(at), r * 0.55);
      c.fill();
      c.fillStyle = '#111';
      c.font = `700 ${r * 0.9}px sans-serif`;
      c.textAlign = 'center';
      c.textBaseline = 'middle';
      c.fillText(name, ...view.point(at));
    }
  }
}

export function drawPath(c, view, name, points) {
  c.strokeStyle = colourOf(name);
  c.lineWidth = 2;
  c.beginPath();
  let open = false;
  for (const p of points) {
    if (!p) { open = false; continue; }
    const [x, y] = view.point(p);
    if (open) c.lineTo(x, y); else c.moveTo(x, y);
    open = true;
  }
  c.stroke();
}

const LINES = {edge: '#ffd933', path: '#fff', gap: '#ff59e6', limit: '#4dd9ff'};
export function drawLines(c, view, lines) {
  for (const line of lines) {
    c.strokeStyle = LINES[line.kind] || '#fff';
    c.lineWidth = 1.6;
    c.setLineDash(line.kind === 'path' ? [6, 5] : []);
    c.beginPath();
    c.moveTo(...view.point(line.from));
    c.lineTo(...view.point(line.to));
    c.stroke();
  }
  c.setLineDash([]);
}

export function drawOrder(c, view, contacts) {
  c.font = '700 13px sans-serif';
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  contacts.forEach((contact, i) => {
    const [x, y] = view.point(contact.at);
    c.fillStyle = 'rgba(0,0,0,.75)';
    disc(c, [x, y - 20], 10);
    c.fill();
    c.fillStyle = '#ffd933';
    c.fillText(String(i + 1), x, y - 20);
  });
}
