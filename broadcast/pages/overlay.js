// overlay.js: score, break, ball on, clock and calls over a picture. What is asked for stands in the address:
//   ?theme=dark|light|club|contrast|clear  ?size=1  ?place=bottom|top  ?parts=names,score,frames,break,ball,clock,calls
//   ?lang=en|nl|zh  ?hold=7 (seconds a call stays)  ?key=00ff00 (a colour behind, for keying)  ?delay=2 (seconds later)
//   ?title=Club+final (a line of one's own above the bar)
import {clocksNow, follow, minutes, put, query, stampClock, stayLoadable} from '/live.js';
import {chip, isAnyColour} from '/balls.js';
import {pickLanguage, speaker} from '/words.js';

const $ = (id) => document.getElementById(id);
const words = speaker(pickLanguage(query.get('lang') || 'en'));
const stage = $('stage');
const within = (text, low, high, otherwise) => {
  const n = Number(text);
  return text !== null && n >= low && n <= high ? n : otherwise;
};
const hold = within(query.get('hold'), 1, 60, 7) * 1000;
let seenCall = -1, hideCall = 0, clock = null;

function dress() {
  const theme = query.get('theme');
  if (['light', 'club', 'contrast', 'clear'].includes(theme)) stage.classList.add(theme);
  if (query.get('place') === 'top') stage.classList.add('top');
  if (query.get('backdrop')) stage.classList.add('backdrop');
  if (/^[0-9a-f]{6}$/i.test(query.get('key') || '')) document.body.style.background = '#' + query.get('key');
  const parts = query.get('parts');
  if (parts !== null)
    for (const element of document.querySelectorAll('[data-part]'))
      if (!parts.split(',').includes(element.dataset.part)) element.classList.add('unwanted');
  for (const element of document.querySelectorAll('.unwanted')) element.remove();
  if (parts !== null && !parts.split(',').includes('calls')) $('call').style.display = 'none';
  for (const id of ['bar', 'tab', 'call', 'title']) $(id).style.setProperty('--size', within(query.get('size'), 0.4, 2, 1));
  document.documentElement.lang = words.language;
  put($('title'), (query.get('title') || '').slice(0, 80));
  for (const [id, key] of [['break', 'break'], ['on', 'ball_on']])
    if ($(id)) put($(id).querySelector('small'), words.say(key));
}

function fit() {
  const scale = Math.min(innerWidth / 1920, innerHeight / 1080) || 1;
  stage.style.transform = `translate(${(innerWidth - 1920 * scale) / 2}px, ${innerHeight - 1080 * scale}px) scale(${scale})`;
  if (stage.classList.contains('top')) stage.style.transform = `translate(${(innerWidth - 1920 * scale) / 2}px, 0) scale(${scale})`;
}

function putIf(id, text) {
  if ($(id)) put($(id), text);
}

function showScore(id, value) {
  const element = $(id);
  if (!element || element.textContent === String(value)) return;
  const first = element.textContent === '';
  put(element, value);
  if (first) return;
  element.classList.remove('bump');
  requestAnimationFrame(() => element.classList.add('bump'));
}

function showSides(state) {
  for (const side of ['A', 'B']) {
    const low = side.toLowerCase(), it = state.sides[side];
    putIf('name-' + low, it.name + (it.group ? ` · ${words.ball(it.group)}` : ''));
    showScore('score-' + low, it.score);
    putIf('frames-' + low, it.frames);
    for (const element of document.querySelectorAll('.name.' + low)) element.classList.toggle('active', state.at_table === side);
  }
  putIf('best-of', `(${state.match.frames})`);
}

/** Balls in a row; `last` keeps a long break short. */
function showBalls(holder, balls, last) {
  const wanted = balls.slice(-last), key = wanted.join();
  if (!holder || holder.dataset.balls === key) return;
  holder.dataset.balls = key;
  holder.replaceChildren(...wanted.map((ball) => chip(ball, words.ball(ball), words.mark(ball))));
}

function showBreak(state) {
  const current = state.breaks.current, points = state.state.break;
  if (!$('break')) return;
  $('break').hidden = !points;
  putIf('break-points', points);
  showBalls($('break-balls'), current ? current.balls : [], 14);
}

function showBallOn(state) {
  if (!$('on')) return;
  const named = state.awaiting && state.awaiting.ball;
  const balls = named ? [named] : state.state.ball_on;
  const any = isAnyColour(balls);
  $('on').hidden = state.state.frame_over || !balls.length;
  showBalls($('on-balls'), balls.length > 8 ? [] : balls, 8);
  const extra = state.state.free_ball ? words.say('free_ball') : '';
  put($('on-words'), extra || (any ? words.say('colour') : balls.length > 3 ? '' : balls.map(words.ball).join(', ')));
}

function showClock() {
  if (!$('clock')) return;
  const now = clocksNow(clock), shot = Number.isFinite(now.shot), match = Number.isFinite(now.match);
  $('clock').hidden = !shot && !match;
  $('clock').querySelector('svg').style.display = shot ? '' : 'none';
  $('clock').classList.toggle('paused', !!now.paused);
  putIf('clock-left', shot ? Math.ceil(now.shot) : '');
  putIf('clock-match', match ? minutes(now.match) : '');
  if (!shot) return;
  $('clock').classList.toggle('late', now.shot <= 5);
  $('clock-ring').style.strokeDashoffset = 100 - (100 * now.shot) / (now.limit || 30);
}

function callWords(state) {
  const ruling = state.ruling;
  if (!ruling) return null;
  if (ruling.why === undefined) return {words: words.say('corrected'), why: '', foul: false};
  const fixed = ruling.corrects ? words.say('corrected') + ': ' : '';
  const winner = state.state.frame_over && state.sides[state.state.winner];
  if (winner) return {words: `${winner.name} ${words.say(state.match.over ? 'wins_match' : 'wins_frame')}`, why: '', foul: false};
  const spoken = words.spoken(ruling);
  if (!spoken && !fixed) return null;
  const dull = !ruling.foul && !ruling.calls.length;
  return {words: fixed + (spoken || words.reason(ruling)), why: dull ? '' : words.reason(ruling), foul: ruling.foul};
}

/** A call is shown when it is new, never again because a page was loaded or the referee came back. */
function showCall(state) {
  const fresh = seenCall >= 0 && state.calls > seenCall;
  seenCall = state.calls;
  const call = fresh ? callWords(state) : null;
  if (!fresh || !call) return;
  put($('call-words'), call.words);
  put($('call-why'), call.why);
  $('call').className = call.foul ? 'foul' : '';
  clearTimeout(hideCall);
  hideCall = setTimeout(() => $('call').classList.add('gone'), hold);
}

function show(state) {
  clock = stampClock(state);
  showSides(state);
  showBreak(state);
  showBallOn(state);
  showClock();
  showCall(state);
  stage.classList.remove('off');
}

dress();
fit();
addEventListener('resize', fit);
setInterval(showClock, 200);
stayLoadable();
follow(show, (linked) => { document.documentElement.dataset.linked = linked; });
