// review_setup.js: what stood when a recording began: seen, given or guessed, and put right by a person. Asked for on top
// until it is confirmed; the button in the head opens it again.
import {make} from '/live.js';
import {kindOf} from '/balls.js';

const $ = (id) => document.getElementById(id);
const COLOURS = ['yellow', 'green', 'brown', 'blue', 'pink', 'black'];
let opened = false;

const stateOf = (review) => review.setup.state || {};
const isSnooker = (review) => review.balls.includes('pink');

/** {kind: names}: reds are one kind of many, a numbered ball is a kind of its own. */
function byKind(names) {
  const kinds = {};
  for (const name of names) (kinds[kindOf(name)] = kinds[kindOf(name)] || []).push(name);
  return kinds;
}

// ---- balls on the table ----

/** How many of balls that look alike; of the others whether each is there. */
function ballField(kind, all, left, ballName) {
  if (all.length === 1)
    return make('label', {}, make('input', {type: 'checkbox', 'data-kind': kind, checked: left.length ? '' : false}), ' ', ballName(kind));
  return make('label', {}, ballName(kind), ' ', make('select', {'data-kind': kind}, ...[...Array(all.length + 1).keys()].map((n) =>
    make('option', {value: n, text: n, selected: n === left.length ? '' : false}))));
}

function showBalls(review, ballName) {
  const all = byKind(review.balls), left = byKind(stateOf(review).balls_left || review.balls);
  $('setup-balls').replaceChildren(...Object.keys(all).map((kind) => ballField(kind, all[kind], left[kind] || [], ballName)));
}

/** Those that were seen first: a number more or less is of balls nobody can tell apart. */
function ballsLeft(review) {
  const all = byKind(review.balls), seen = byKind(stateOf(review).balls_left || []);
  return [...$('setup-balls').querySelectorAll('[data-kind]')].flatMap((field) => {
    const kind = field.dataset.kind, wanted = field.type === 'checkbox' ? Number(field.checked) : Number(field.value);
    const known = seen[kind] || [];
    return [...known, ...all[kind].filter((name) => !known.includes(name))].slice(0, wanted);
  });
}

// ---- ball on ----

function showOn(review, say, ballName) {
  const on = stateOf(review).ball_on || [], snooker = isSnooker(review);
  const choices = snooker ? ['red', 'colour', ...COLOURS] : ['', ...(stateOf(review).balls_left || [])];
  const guess = !snooker ? '' : !on.length || on.every((b) => b.startsWith('red')) ? 'red' : on.length === 1 ? on[0] : 'colour';
  $('setup-on').replaceChildren(...choices.map((b) => make('option', {value: b, selected: b === guess ? '' : false,
    text: b === 'colour' ? say('colour') : b ? ballName(b) : on.map(ballName).join(', ') || say('any_ball')})));
}

/** Snooker: with reds on the table a colour is on after a red; without, the colours are on in their order. */
function snookerOn(on, left) {
  const reds = left.filter((b) => b.startsWith('red')), colours = COLOURS.filter((b) => left.includes(b));
  if (on === 'red') return {ball_on: reds, phase: 'red'};
  if (on === 'colour') return {ball_on: colours, phase: 'colour'};
  return {ball_on: [on], phase: reds.length ? 'colour' : colours.length === 1 ? 'black' : 'colours'};
}

// ---- the form ----

/** What is sent: only what the form says. */
function formOf(review) {
  if ($('setup-opening').checked) return {opening: true};
  const left = ballsLeft(review), on = $('setup-on').value;
  const body = {opening: false, striker: $('setup-striker').value, scores: {A: Number($('setup-a').value), B: Number($('setup-b').value)}, balls_left: left, cue_in_hand: false};
  return {...body, ...(isSnooker(review) ? snookerOn(on, left) : on ? {ball_on: [on]} : {})};
}

const isOpen = (setup) => !!setup && (opened || (!setup.confirmed && (!setup.opening || (setup.guessed || []).length > 0)));

/** What was only guessed is marked: the rest was given or confirmed. */
function markGuessed(setup) {
  const fields = {ball_on: 'setup-on', striker: 'setup-striker', scores: 'setup-score'};
  for (const [key, id] of Object.entries(fields)) $(id).closest('label').classList.toggle('guess', (setup.guessed || []).includes(key));
}

export function showSetup(review, {say, ballName, send}) {
  const setup = review.setup;
  $('setup-open').hidden = !setup;
  $('setup').hidden = !isOpen(setup);
  if (!setup) return;
  const state = stateOf(review), scores = state.scores || {};
  $('setup-open').setAttribute('aria-expanded', String(!$('setup').hidden));
  $('setup-open').onclick = () => { opened = $('setup').hidden; showSetup(review, {say, ballName, send}); };
  $('setup-title').hidden = $('setup-why').hidden = !!setup.confirmed;
  $('setup-opening').checked = !!setup.opening;
  $('setup-a').value = scores.A ?? 0;
  $('setup-b').value = scores.B ?? 0;
  $('setup-striker').replaceChildren(...review.players.map((p, i) => make('option', {value: p, text: p, selected: p === state.striker || 'AB'[i] === state.striker ? '' : false})));
  showOn(review, say, ballName);
  showBalls(review, ballName);
  markGuessed(setup);
  const enable = () => { for (const field of $('setup').querySelectorAll('select, input:not(#setup-opening)')) field.disabled = $('setup-opening').checked; };
  $('setup-opening').onchange = enable;
  enable();
  $('setup-confirm').onclick = async () => { opened = !(await send(formOf(review))); if (!opened) $('setup').hidden = true; };
}
