// replace.js: the recorded place of every ball as a ghost over the live picture, and what is left to do, in mm. Tap a
// ball to look at it closely. ?stroke=N: as before another stroke than the last (beside a running referee). ?lang=en|nl|zh
import {make, post, put, query} from '/live.js';
import {chip, svg} from '/balls.js';
import {pickLanguage, speaker} from '/words.js';
import {reviewWords} from '/review_words.js';

const $ = (id) => document.getElementById(id);
const language = pickLanguage(query.get('lang'), localStorage.getItem('language'));
const say = reviewWords(language), words = speaker(language);
const COLOURS = {there: '#46c08a', close: '#f0b429', move: '#ff5a5f', missing: '#4bb7e8'};
const ORDER = ['move', 'close', 'missing', 'there'];
let chosen = '', state = null, image = null, busy = false;
document.documentElement.lang = language;
put($('title'), say('replace'));
put($('summary'), say('waiting'));
put($('pin-label'), say('pin'));
put($('pin-enter'), say('enter'));

/** Which way the ball must go in the picture; mm say how far on the table. */
function arrow(ball) {
  const box = svg('svg', {viewBox: '-12 -12 24 24', class: 'arrow', role: 'img'});
  if (!ball.px || !ball.at_px || ball.state === 'there') return box;
  const angle = Math.atan2(ball.px[1] - ball.at_px[1], ball.px[0] - ball.at_px[0]) * 180 / Math.PI;
  const shape = svg('path', {d: 'M-9 -2.5H1V-7L10 0L1 7V2.5H-9Z', fill: COLOURS[ball.state], transform: `rotate(${angle.toFixed(1)})`});
  box.append(shape);
  return box;
}

/** Far away nobody needs tenths. */
const mm = (length) => length.toFixed(Math.abs(length) < 20 ? 1 : 0);

function wayOf(ball) {
  if (!ball.move || ball.state === 'there') return say(ball.doubt ? 'read_number' : ball.state);
  const [x, y] = ball.move, part = (by, plus, minus) => (Math.abs(by) < 0.05 ? '' : `${mm(Math.abs(by))} mm ${say(by > 0 ? plus : minus)}`);
  return [part(x, 'up', 'down'), part(y, 'left', 'right')].filter(Boolean).join(', ');
}

/** Somebody reads the number on a ball: it is that one, wherever it is wanted. */
async function tellName(ball, is) {
  const reply = await post('/api/replace/name', {at: ball.at, is});
  if (!reply.ok) put($('summary'), reply.text);
  busy = false;
}

/** Where its number is in doubt a person says which ball it is. While the list is open nothing is redrawn. */
function namer(ball) {
  const choices = state.balls.map((b) => b.ball);
  return make('select', {class: 'namer', 'aria-label': say('is_it'), onclick: (event) => { event.stopPropagation(); busy = true; }, onblur: () => { busy = false; },
    onchange: (event) => tellName(ball, event.target.value)}, make('option', {value: '', text: say('is_it')}), ...choices.map((b) => make('option', {value: b, text: words.ball(b)})));
}

function row(ball) {
  return make('li', {class: `${ball.state}${ball.doubt && ball.state === 'there' ? ' doubt' : ''}${ball.ball === chosen ? ' chosen' : ''}`, 'data-ball': ball.ball, 'data-state': ball.state,
    onclick: () => { chosen = chosen === ball.ball ? '' : ball.ball; draw(); }},
  chip(ball.ball, words.ball(ball.ball)), make('span', {text: words.ball(ball.ball) + (ball.doubt ? ' ?' : '')}, make('small', {text: wayOf(ball)}), ball.doubt && ball.at ? namer(ball) : ''),
  make('span', {class: 'mm', text: ball.left === undefined ? '–' : `${mm(ball.left)} mm`}), arrow(ball));
}

function ghosts(c, scale, x, y) {
  for (const ball of state.balls) {
    if (!ball.px) continue;
    const at = [x + ball.px[0] * scale, y + ball.px[1] * scale];
    c.strokeStyle = COLOURS[ball.state];
    c.lineWidth = 2.5;
    c.beginPath();
    c.arc(at[0], at[1], ball.px[2] * scale, 0, 2 * Math.PI);
    c.stroke();
    if (ball.at_px && ball.state !== 'there') {
      c.beginPath();
      c.moveTo(x + ball.at_px[0] * scale, y + ball.at_px[1] * scale);
      c.lineTo(...at);
      c.stroke();
    }
  }
}

function draw() {
  const canvas = $('picture'), c = canvas.getContext('2d'), ratio = window.devicePixelRatio || 1;
  const width = Math.round(canvas.clientWidth * ratio), height = Math.round(width * state.height / Math.max(state.width, 1));
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const ball = state.balls.find((b) => b.ball === chosen && b.px), fit = width / Math.max(state.width, 1), scale = ball ? 5 * fit : fit;
  const [x, y] = ball ? [width / 2 - ball.px[0] * scale, height / 2 - ball.px[1] * scale] : [0, 0];
  c.clearRect(0, 0, width, height);
  if (image) c.drawImage(image, x, y, state.width * scale, state.height * scale);
  ghosts(c, scale, x, y);
  const todo = state.balls.filter((b) => b.state !== 'there').length;
  const summary = state.done ? say('all_there') : state.placed ? say('placed') : `${todo} ${say('left_to_do')}`;
  put($('summary'), summary);
  put($('title'), `${say('replace')} · ${say('stroke')} ${state.stroke}`);
  document.body.classList.toggle('done', state.done);
  $('extra').hidden = !state.extra.length;
  put($('extra'), `${state.extra.length} ${say('extra')}`);
  $('balls').replaceChildren(...[...state.balls].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || !!b.doubt - !!a.doubt || (b.left || 0) - (a.left || 0)).map(row));
}

async function look() {
  const stroke = query.get('stroke'), reply = await fetch('/api/replace/state' + (stroke ? '?stroke=' + encodeURIComponent(stroke) : ''));
  if (reply.status === 401) { $('login').hidden = false; return; }
  const next = await reply.json();
  if (!next.frames) put($('summary'), next.why || say('waiting'));
  if (!next.frames || busy) return;
  if (!state || next.frames !== state.frames || !image) {
    const picture = new Image();
    picture.src = `/api/replace/picture?n=${next.frames}${chosen ? '' : '&w=' + Math.max(Math.round(window.innerWidth * (window.devicePixelRatio || 1)), 320)}`;
    await picture.decode();
    image = picture;
  }
  state = next;
  draw();
}

async function forever() {
  try {
    await look();
  } catch {
    put($('summary'), say('waiting'));
  }
  setTimeout(forever, 300);
}

$('login').onsubmit = async (event) => {
  event.preventDefault();
  const reply = await post('/api/login', {pin: $('pin').value});
  if (reply.ok) $('login').hidden = true; else put($('summary'), reply.text);
};
forever();
