// scoreboard.js: the score for a room.  ?theme=light  ?lang=en|nl|zh
import {clocksNow, follow, make, minutes, put, query, stampClock, stayLoadable} from '/live.js';
import {chip, isAnyColour} from '/balls.js';
import {pickLanguage, speaker} from '/words.js';

const $ = (selector) => document.querySelector(selector);
const words = speaker(pickLanguage(query.get('lang')));
document.documentElement.lang = words.language;
if (query.get('theme') === 'light') document.body.classList.add('light');
put($('#break small'), words.say('break'));
put($('#on small'), words.say('ball_on'));
put($('#breaks-title'), words.say('last_breaks'));
put($('#link'), words.say('lost'));

const chips = (balls) => balls.map((ball) => chip(ball, words.ball(ball), words.mark(ball)));

function showSide(state, side) {
  const box = $('#side-' + side.toLowerCase()), it = state.sides[side];
  box.classList.toggle('active', state.at_table === side && !state.state.frame_over);
  put(box.querySelector('h2'), it.name + (it.group ? ` · ${words.ball(it.group)}` : ''));
  put(box.querySelector('.points'), it.score);
  document.body.style.setProperty('--digits', Math.max(...Object.values(state.sides).map((s) => String(s.score).length)));
  box.querySelector('.frames').replaceChildren(words.say('frames') + ' ', make('b', {text: it.frames}));
}

function showBallOn(state) {
  const named = state.awaiting && state.awaiting.ball, balls = named ? [named] : state.state.ball_on;
  $('#on').hidden = state.state.frame_over || !balls.length;
  $('#on span').replaceChildren(...chips(balls.length > 8 ? [] : balls));
  put($('#on em'), state.state.free_ball ? words.say('free_ball')
    : isAnyColour(balls) ? words.say('colour') : balls.length > 2 ? '' : balls.map(words.ball).join(', '));
}

function showCall(state) {
  const ruling = state.ruling || {}, winner = state.state.frame_over && state.sides[state.state.winner];
  const said = ruling.foul || (ruling.calls || []).length ? words.spoken(ruling) : '';
  $('#call').className = ruling.foul ? 'foul' : '';
  if (winner) $('#call').replaceChildren(`${winner.name} ${words.say(state.match.over ? 'wins_match' : 'wins_frame')}`);
  else if (said) $('#call').replaceChildren(said, make('span', {text: words.reason(ruling)}));
  else $('#call').replaceChildren();
}

function showBreaks(state) {
  const rows = state.breaks.last.map((b) => {
    const balls = make('span', {class: 'balls'});
    balls.append(...chips(b.balls.slice(-12)));
    return make('li', {}, make('b', {text: b.points}), make('span', {text: b.player || ''}), balls);
  });
  $('#breaks').replaceChildren(...(rows.length ? rows : [make('li', {text: words.say('no_breaks')})]));
}

let clock = null;
function showClock() {
  const now = clocksNow(clock), parts = [];
  if (Number.isFinite(now.shot)) parts.push(`${words.say('shot')} ${Math.ceil(now.shot)}`);
  if (Number.isFinite(now.match)) parts.push(minutes(now.match));
  if (now.paused) parts.push(words.say('paused'));
  $('#clock').classList.toggle('late', Number.isFinite(now.shot) && now.shot <= 5);
  put($('#clock'), parts.join(' · '));
}

function show(state) {
  clock = stampClock(state);
  showClock();
  put($('#game'), state.match.title);
  put($('#frame'), `${words.say('frame')} ${state.match.frame} ${words.say('of')} ${state.match.frames}`);
  showSide(state, 'A');
  showSide(state, 'B');
  $('#break').style.visibility = state.state.break ? 'visible' : 'hidden';
  put($('#break b'), state.state.break);
  $('#break span').replaceChildren(...chips(state.breaks.current ? state.breaks.current.balls.slice(-16) : []));
  showBallOn(state);
  showCall(state);
  showBreaks(state);
}

setInterval(showClock, 200);
stayLoadable();
follow(show, (linked) => { $('#link').hidden = linked; }, () => put($('#game'), words.say('waiting')));
