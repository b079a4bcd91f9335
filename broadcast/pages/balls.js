// balls.js: how a ball looks. Names and numbers go with the colours: not everybody sees the difference.

const NS = 'http://www.w3.org/2000/svg';
const COLOURS = {
  cue: '#f4f0e4', white: '#f4f0e4', red: '#c4152b', yellow: '#f2c80f', green: '#12833c', brown: '#7b4a25',
  blue: '#1c57c9', pink: '#f08fb4', black: '#17181b', eight: '#17181b',
};
const NUMBERED = ['#f2c80f', '#1c57c9', '#c4152b', '#5a2d91', '#e8711a', '#12833c', '#7a1f2b', '#17181b'];
const DARK_BALL = new Set(['black', 'eight', '8']);
const DARK_INK = new Set(['cue', 'white', 'yellow', 'pink']);

/** "red-7" -> "red", "7" -> "7" */
export const kindOf = (ball) => ball.replace(/^([a-z]+)-?\d+$/, '$1');

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function numberOf(ball) {
  const n = Number(ball);
  return Number.isInteger(n) && n >= 1 && n <= 15 ? n : 0;
}

export function colourOf(ball) {
  const n = numberOf(ball);
  return n ? NUMBERED[(n - 1) % 8] : COLOURS[kindOf(ball)] || '#888';
}

/** A group of balls goes by one of them without its number. */
const GROUPS = {solids: '1', stripes: '9'};
function drawPlain(ball, r) {
  const drawn = drawBall(ball, r);
  drawn.querySelector('text').remove();
  drawn.querySelectorAll('circle')[1].remove();
  return drawn;
}

/** A ball as an SVG group round (0,0) with radius r; `mark` is written on it. */
export function drawBall(ball, r, mark = '') {
  if (ball in GROUPS) return drawPlain(GROUPS[ball], r);
  const n = numberOf(ball), group = svg('g', {class: 'ball'});
  const ink = n || !DARK_INK.has(kindOf(ball)) ? '#fff' : '#222';
  group.append(svg('circle', {r, fill: n > 8 ? COLOURS.cue : colourOf(ball)}));
  if (n > 8)
    group.append(svg('path', {
      d: `M${-r * 0.87} ${-r * 0.5}H${r * 0.87}A${r} ${r} 0 0 1 ${r * 0.87} ${r * 0.5}H${-r * 0.87}A${r} ${r} 0 0 1 ${-r * 0.87} ${-r * 0.5}Z`,
      fill: colourOf(ball),
    }));
  if (n) group.append(svg('circle', {r: r * 0.52, fill: '#fff'}));
  group.append(svg('circle', {r: r * 0.97, fill: 'none', stroke: DARK_BALL.has(kindOf(ball)) ? '#8d959b' : 'rgba(0,0,0,.45)', 'stroke-width': r * 0.07}));
  group.append(svg('ellipse', {cx: -r * 0.32, cy: -r * 0.42, rx: r * 0.28, ry: r * 0.18, fill: 'rgba(255,255,255,.55)'}));
  const text = n ? String(n) : mark;
  if (text)
    group.append(svg('text', {
      y: r * (text.length > 1 ? 0.29 : 0.34), 'font-size': r * (n ? 0.8 : text.length > 1 ? 0.8 : 0.95), 'text-anchor': 'middle', 'font-weight': 700,
      fill: n ? '#111' : ink, class: 'mark',
    }, text));
  return group;
}

/** A ball as an image of its own for use in text. */
export function chip(ball, name, mark = '') {
  const image = svg('svg', {viewBox: '-50 -50 100 100', class: 'chip', role: 'img', 'aria-label': name});
  image.append(svg('title', {}, name), drawBall(ball, 46, mark));
  return image;
}

const COLOUR_NAMES = ['yellow', 'green', 'brown', 'blue', 'pink', 'black'];

/** All six colours: the striker may choose. */
export const isAnyColour = (balls) => balls.length === 6 && COLOUR_NAMES.every((c) => balls.includes(c));
