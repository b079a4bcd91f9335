// table.js: the balls from above, in mm, x to the right. ?bare=1 draws the table alone, for another picture;
// ?trails=0, ?order=0, ?numbers=0 and ?lines=0 leave out paths, the order of contacts, numbers and lines of sight; ?lines=all draws them also
// when nothing is in the way; ?lang=en|nl|zh
import {follow, make, put, query} from '/live.js';
import {chip, colourOf, drawBall, isAnyColour, kindOf, svg} from '/balls.js';
import {pickLanguage, speaker} from '/words.js';

const $ = (id) => document.getElementById(id);
const words = speaker(pickLanguage(query.get('lang')));
const wants = (part) => query.get(part) !== '0';
const RAIL = 210; // mm of cushion and wood round the bed
let drawnTable = '', before = {}, rest = {}, lastStroke = 0, trails = {};
const layers = {}, balls = new Map();

document.documentElement.lang = words.language;
if (query.get('bare')) document.body.classList.add('bare');
put($('link'), words.say('lost'));

const flip = ([x, y]) => [x, -y]; // y is to the left seen from baulk: up on the screen

function pockets(t) {
  const r = t.ball_d * 0.82, corner = t.ball_d * 0.28;
  const group = svg('g');
  for (const x of [-1, 0, 1])
    for (const y of [-1, 1])
      group.append(svg('circle', {class: 'pocket', r: r * (x ? 1.08 : 1), cx: x * (t.length / 2 + corner), cy: y * (t.width / 2 + (x ? corner : r * 0.62))}));
  return group;
}

function markings(t) {
  const group = svg('g'), half = t.width / 2;
  group.append(svg('line', {class: 'marking', x1: t.baulk_x, x2: t.baulk_x, y1: -half, y2: half}));
  if (t.d_radius > 0)
    group.append(svg('path', {class: 'marking', d: `M${t.baulk_x} ${-t.d_radius}A${t.d_radius} ${t.d_radius} 0 0 0 ${t.baulk_x} ${t.d_radius}`}));
  for (const at of Object.values(t.spots)) {
    const [x, y] = flip(at);
    group.append(svg('circle', {class: 'spot', r: 8, cx: x, cy: y}));
  }
  return group;
}

function drawTable(t) {
  const key = JSON.stringify(t);
  if (key === drawnTable) return;
  drawnTable = key;
  const L = t.length, W = t.width, box = (cls, margin, rx) =>
    svg('rect', {class: cls, x: -L / 2 - margin, y: -W / 2 - margin, width: L + 2 * margin, height: W + 2 * margin, rx});
  $('table').setAttribute('viewBox', `${-L / 2 - RAIL} ${-W / 2 - RAIL} ${L + 2 * RAIL} ${W + 2 * RAIL}`);
  for (const name of ['trails', 'lines', 'balls', 'order']) layers[name] = svg('g');
  balls.clear();
  $('table').replaceChildren(box('wood', RAIL - 10, 90), box('cushion', 55, 20), box('cloth', 0, 0), markings(t), pockets(t),
    layers.trails, layers.lines, layers.balls, layers.order);
}

/** Reds by their number, so that "red 4" can be found; colours by their letter. */
function markOf(name) {
  const number = /^(?:red|yellow)-(\d+)$/.exec(name);
  if (name === 'cue' || (number && !wants('numbers'))) return '';
  return number ? number[1] : words.mark(name);
}

function placeBalls(state, positions) {
  const t = state.table, touching = new Set((state.ruling && state.ruling.touching) || []);
  for (const [name, element] of balls)
    if (!(name in positions)) {
      element.remove();
      balls.delete(name);
    }
  for (const [name, at] of Object.entries(positions)) {
    if (!balls.has(name)) {
      const mark = markOf(name);
      const element = drawBall(name, (kindOf(name) === 'cue' ? t.cue_ball_d : t.ball_d) / 2, mark);
      element.append(svg('title', {}, words.ball(name)));
      balls.set(name, element);
      layers.balls.append(element);
    }
    const [x, y] = flip(at);
    balls.get(name).style.transform = `translate(${x}px, ${y}px)`;
    balls.get(name).classList.toggle('touching', touching.has(name));
  }
}

/** Straight from event to event: what is known of a stroke that is over. */
function pathsOf(state, from, to) {
  const paths = {};
  for (const event of (state.stroke && state.stroke.events) || []) {
    if (!event.at || !event.balls || event.p < 0.5) continue;
    const ball = event.balls[0];
    paths[ball] = paths[ball] || (from[ball] && event.kind !== 'strike' ? [from[ball]] : []);
    paths[ball].push(event.at);
  }
  for (const ball of Object.keys(paths)) if (to[ball]) paths[ball].push(to[ball]);
  return paths;
}

/** Where the referee follows balls frame by frame, their paths are better than what the events tell. */
function withLive(paths, live) {
  const better = Object.entries((live && live.trails) || {}).filter(([ball, path]) => path.length > 2 && path.length > (paths[ball] || []).length);
  return {...paths, ...Object.fromEntries(better)};
}

function drawTrails() {
  layers.trails.replaceChildren();
  if (!wants('trails')) return;
  for (const [ball, path] of Object.entries(trails))
    layers.trails.append(svg('polyline', {class: 'trail', stroke: colourOf(ball), points: path.map((p) => flip(p).join()).join(' ')}));
}

function contactsOf(stroke) {
  if (!stroke) return [];
  const seen = (stroke.events || []).filter((e) => e.kind === 'contact' && e.p >= 0.5 && e.balls[0] === 'cue');
  if (seen.length) return seen.map((e) => ({ball: e.balls[1], at: e.at}));
  return (stroke.contacts || stroke.first_contact || []).map((ball) => ({ball}));
}

function drawOrder(state) {
  layers.order.replaceChildren();
  if (!wants('order')) return;
  contactsOf(state.stroke).filter((c) => c.at).forEach((contact, i) => {
    const [x, y] = flip(contact.at);
    layers.order.append(svg('circle', {class: 'order', r: 40, cx: x, cy: y - 95}), svg('line', {class: 'contact-line', x1: x, x2: x, y1: y - 55, y2: y}),
      svg('text', {class: 'order-text', x, y: y - 73}, String(i + 1)));
  });
}

/** From the cue-ball to both extreme edges of a ball on, and what is in the way. Not while balls move. */
function drawLines(state) {
  const sight = state.sight, moving = state.live && state.live.moving;
  const wanted = sight && !moving && wants('lines') && (sight.snookered || query.get('lines') === 'all');
  layers.lines.replaceChildren();
  for (const [name, element] of balls) element.classList.toggle('snookering', !!wanted && sight.by.includes(name));
  $('sight').hidden = !wanted;
  if (!wanted) return;
  const [x1, y1] = flip(sight.from);
  for (const at of sight.edges) {
    const [x2, y2] = flip(at);
    layers.lines.append(svg('line', {class: sight.snookered ? 'sight blocked' : 'sight', x1, y1, x2, y2}),
      svg('circle', {class: 'ghost', r: state.table.cue_ball_d / 2, cx: x2, cy: y2}));
  }
  put($('sight'), sight.snookered ? `${words.say('snookered_by')} ${sight.by.map(words.ball).join(', ')}` : `${words.say('sees')}: ${words.ball(sight.ball)}`);
}

const chips = (list) => list.map((ball) => chip(ball, words.ball(ball), words.mark(ball)));

function list(holder, title, names) {
  $(holder).hidden = !names.length;
  $(holder).replaceChildren(make('span', {text: title + ':'}), ...chips(names), make('span', {text: names.length > 4 ? '' : names.map(words.ball).join(', ')}));
}

function tell(state, positions) {
  const on = state.awaiting && state.awaiting.ball ? [state.awaiting.ball] : state.state.ball_on;
  put($('who'), state.state.striker || '');
  $('on').replaceChildren(words.say('ball_on') + ': ', ...chips(on.length > 8 ? [] : on), isAnyColour(on) ? words.say('colour') : on.length < 3 ? on.map(words.ball).join(', ') : '');
  list('contacts', words.say('contacts'), contactsOf(state.stroke).map((c) => c.ball));
  list('potted', words.say('potted'), (state.stroke && state.stroke.potted) || []);
  list('unplaced', words.say('unplaced'), state.state.on_table.filter((ball) => !(ball in positions)));
}

function show(state) {
  const positions = (state.live && state.live.balls) || state.state.pos;
  drawTable(state.table);
  if (state.stroke && state.stroke.seq !== lastStroke) {
    lastStroke = state.stroke.seq;
    before = rest;
    trails = pathsOf(state, before, positions);
  }
  trails = withLive(trails, state.live);
  rest = positions;
  drawTrails();
  placeBalls(state, positions);
  drawLines(state);
  drawOrder(state);
  tell(state, positions);
}

follow(show, (linked) => { $('link').hidden = linked; }, () => put($('who'), words.say('waiting')));
