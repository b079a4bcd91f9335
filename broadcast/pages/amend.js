// amend.js: what really happened in a stroke that the camera saw wrongly: the first ball hit, and the balls potted.
import {make} from '/live.js';
import {chip, kindOf} from '/balls.js';

let of = 0, first = null, potted = [], seen = null;

function firstSeen(stroke) {
  const contact = (stroke.events || []).find((e) => e.kind === 'contact' && e.balls[0] === 'cue' && e.p >= 0.5);
  const told = (stroke.first_contact || [])[0];
  return told ? kindOf(told) : contact ? kindOf(contact.balls[1]) : '';
}

function take(stroke) {
  of = stroke.seq;
  first = firstSeen(stroke);
  potted = (stroke.potted || []).map(kindOf);
  seen = JSON.stringify([first, potted]);
}

const count = (ball) => potted.filter((one) => one === ball).length;

/** Once more; after as many as there can be, none again. */
function toggle(ball, most) {
  potted = count(ball) < most ? [...potted, ball] : potted.filter((one) => one !== ball);
}

function ballButton(ball, words, pressed, extra, onclick) {
  const name = ball ? words.ball(ball) : words.say('nothing_hit');
  return make('button', {type: 'button', class: 'ball-button', 'aria-pressed': pressed ? 'true' : 'false', onclick},
    ...(ball ? [chip(ball, name, words.mark(ball))] : []), make('span', {text: name + extra}));
}

/** The events that the camera told are put aside: what a person says counts. */
const entry = () => ({act: 'amend', of, stroke: {first_contact: first ? [first] : [], potted: potted.map((ball) => ({ball})), events: null}});

function draw(holder, number, kinds, words, careful) {
  const again = () => draw(holder, number, kinds, words, careful), most = (ball) => (ball === 'red' ? 4 : 1);
  const send = careful(`${words.say('stroke')} ${number}: ${words.say('put_right')}`, entry);
  send.id = 'amend-send';
  send.disabled = JSON.stringify([first, potted]) === seen;
  holder.replaceChildren(make('p', {class: 'soft', text: words.say('first_hit')}),
    make('div', {class: 'balls', id: 'amend-first'}, ...['', ...kinds].map((ball) => ballButton(ball, words, first === ball, '', () => { first = ball; again(); }))),
    make('p', {class: 'soft', text: words.say('potted')}),
    make('div', {class: 'balls', id: 'amend-potted'}, ...['cue', ...kinds].map((ball) =>
      ballButton(ball, words, count(ball) > 0, count(ball) > 1 ? ` ×${count(ball)}` : '', () => { toggle(ball, most(ball)); again(); }))),
    make('div', {class: 'buttons'}, send));
}

/**
 * A stroke has `seq`, and `events` or `first_contact`, and `potted`; `number` is what people call it, `balls` those it can
 * have met. Never drawn anew while somebody is at it: only with another `key`. `careful` makes the button that enters it.
 */
export function showAmend(holder, {stroke, number, balls, key}, words, careful) {
  holder.hidden = !stroke;
  if (!stroke || holder.dataset.key === key) return;
  holder.dataset.key = key;
  take(stroke);
  draw(holder, number, [...new Set(balls.map(kindOf))].filter((ball) => ball !== 'cue'), words, careful);
}
