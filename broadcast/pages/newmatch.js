// newmatch.js: starting another match from the panel.
import {make} from '/live.js';

let games = null, drawnFor = '';

/** Games that can be played with the balls on this table; without a match yet, all of them. */
function playable(state) {
  const now = state && games.find((g) => g.game === state.match.game && g.edition === state.match.edition);
  return now ? games.filter((g) => g.balls === now.balls) : games;
}

const field = (label, input) => make('label', {}, make('span', {text: label}), input);
const number = (id, value, min, max) => make('input', {id, type: 'number', inputmode: 'numeric', min, max, value});

function nameInputs(count, players, words) {
  return [...Array(count).keys()].map((i) =>
    field(`${words.say('player')} ${count === 4 ? 'ABCD'[i] : i + 1}`, make('input', {class: 'player', maxlength: 31, autocomplete: 'off', required: '', value: players[i] || ''})));
}

function collect(form) {
  const [game, edition] = form.querySelector('#new-game').value.split('|'), value = (id) => Number(form.querySelector(id).value) || 0;
  const players = [...form.querySelectorAll('.player')].map((input) => input.value.trim());
  const entry = {act: 'new_match', game, edition, players, frames: value('#new-frames') || 1, opener: players[value('#new-opener')]};
  if (value('#new-shot')) entry.shot_s = value('#new-shot');
  if (value('#new-session')) entry.session_s = 60 * value('#new-session');
  if (value('#new-target')) entry.target = value('#new-target');
  return entry;
}

/** Fills the form. `careful` makes the button that asks once, then acts. */
async function draw(holder, state, words, careful) {
  games = games || await fetch('/api/games').then((r) => r.json());
  const list = playable(state), players = state ? state.match.players : [], now = state ? `${state.match.game}|${state.match.edition}` : '';
  const game = make('select', {id: 'new-game'}, ...list.map((g) => make('option', {value: `${g.game}|${g.edition}`, text: `${g.title} (${g.edition})`,
    selected: `${g.game}|${g.edition}` === now ? '' : null})));
  const names = make('div', {class: 'row names'}), opener = make('select', {id: 'new-opener'});
  const fit = () => {
    const count = (list.find((g) => `${g.game}|${g.edition}` === game.value) || list[0]).players;
    names.replaceChildren(...nameInputs(count, [...names.querySelectorAll('.player')].map((i) => i.value).concat(players.slice(names.childElementCount)), words));
    opener.replaceChildren(...[...Array(count).keys()].map((i) => make('option', {value: i, text: `${words.say('player')} ${count === 4 ? 'ABCD'[i] : i + 1}`})));
  };
  game.addEventListener('change', fit);
  fit();
  const form = make('form', {}, field(words.say('game'), game), names,
    make('div', {class: 'row scores'}, field(words.say('best_of_n'), number('new-frames', state ? state.match.frames : 1, 1, 99)), field(words.say('opens'), opener)),
    make('div', {class: 'row three'}, field(words.say('shot_clock'), number('new-shot', '', 0, 3600)), field(words.say('session'), number('new-session', '', 0, 1440)),
      field(words.say('target'), number('new-target', '', 0, 10000))));
  form.addEventListener('submit', (event) => event.preventDefault());
  const button = careful(words.say('start'), () => collect(form), 'good');
  button.id = 'new-start';
  form.append(make('div', {class: 'buttons'}, button));
  holder.replaceChildren(...(state ? [make('p', {class: 'soft', text: words.say('kept')})] : [make('p', {class: 'soft', text: words.say('no_match')})]), form);
}

/** Draws the form when it is first opened and when another match has begun; never while somebody types. */
export function showNewMatch(holder, state, words, careful) {
  const key = `${state ? state.match.players.join() + state.match.game : '-'}${words.language}`;
  if (key === drawnFor) return;
  drawnFor = key;
  draw(holder, state, words, careful).catch(() => { drawnFor = ''; });
}
