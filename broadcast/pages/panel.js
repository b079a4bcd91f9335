// panel.js: what people decide and correct. Every act says which entry it came after: when somebody else was first, it
// is refused and the person looks again.
import {clocksNow, follow, make, minutes, post, put, query, stampClock} from '/live.js';
import {chip, kindOf} from '/balls.js';
import {showAmend} from '/amend.js';
import {anyClips, hasClip, lookForClips, popUp, showClip} from '/clips.js';
import {showNewMatch} from '/newmatch.js';
import {LANGUAGES, pickLanguage, speaker} from '/words.js';

const $ = (selector) => document.querySelector(selector);
const POCKETS = ['BL', 'ML', 'TL', 'BR', 'MR', 'TR']; // as they lie, seen from the long side
let words, state = null, acts = new Set(), flagsOf = '', called = {ball: null, pocket: null}, toastTimer = 0, calledFor = 0, busy = false, clock = null;

// ---- acting --------------------------------------------------------------------------------------------------------

function toast(text, bad, undo) {
  const box = $('#toast'), button = box.querySelector('button');
  put(box.querySelector('span'), text);
  box.className = bad ? 'bad-news' : '';
  button.hidden = !undo;
  put(button, words.say('take_back'));
  button.onclick = () => { box.hidden = true; act({act: 'undo', of: undo}); };
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.hidden = true; }, bad ? 8000 : 5000);
}

/** One at a time: what is tapped before there is an answer, or a new state to see, does not count. */
async function act(entry) {
  if (busy) return;
  const after = state ? state.seq : 0, anew = entry.act === 'new_match';
  busy = true;
  document.body.classList.add('busy');
  const answer = await post('/api/act', {...entry, after});
  busy = false;
  document.body.classList.remove('busy');
  if (answer.status === 401) return session();
  const why = answer.text || words.say('no_referee');
  if (answer.ok) toast(words.say(anew ? 'begun' : 'done'), false, entry.act === 'undo' || anew ? 0 : after + 1);
  else toast(`${words.say('refused')}: ${why}`, true, 0);
}

/** Two taps at once count once: the second one would meet whatever has moved under the thumb meanwhile. */
const TWICE_MS = 400, TWICE_PX = 40;
let tapped = {at: 0, x: 0, y: 0};
function swallowSecondTap(event) {
  const near = Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < TWICE_PX, soon = event.timeStamp - tapped.at < TWICE_MS;
  const byHand = event.detail > 0; // 0: by keyboard
  if (byHand) tapped = {at: event.timeStamp, x: event.clientX, y: event.clientY};
  if (!byHand || (event.detail < 2 && !(near && soon)) || !event.target.closest('#desk button, #toast button')) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** A button that acts at once; its number on the keyboard is the order in which it stands. */
function button(text, entry, kind = '') {
  const made = make('button', {type: 'button', class: kind, 'data-key': '', onclick: () => act(entry)}, make('span', {text}));
  return made;
}

/** A button for what cannot be meant by accident: it asks once. */
function careful(text, entry, kind = '') {
  const label = make('span', {text});
  let armed = 0;
  return make('button', {type: 'button', class: kind, onclick: () => {
    if (Date.now() < armed) return act(typeof entry === 'function' ? entry() : entry);
    armed = Date.now() + 4000;
    put(label, words.say('sure_q'));
    setTimeout(() => put(label, text), 4000);
  }}, label);
}

const fill = (selector, ...children) => $(selector).replaceChildren(...children);

/** Renews a part of the page only when what it shows has changed: nothing moves under a thumb. */
const shown = new Map();
function renew(name, key, draw) {
  const text = JSON.stringify(key) + words.language + [...acts].length;
  if (shown.get(name) === text) return;
  shown.set(name, text);
  draw();
}

// ---- what stands ---------------------------------------------------------------------------------------------------

function showHead() {
  for (const side of ['A', 'B']) {
    const box = $('#side-' + side.toLowerCase()), it = state.sides[side];
    box.classList.toggle('active', state.at_table === side);
    put(box.querySelector('span'), (state.at_table === side ? '▶ ' : '') + it.name);
    put(box.querySelector('b'), it.score);
  }
  put($('#frame'), `${words.say('frame')} ${state.match.frame}/${state.match.frames}`);
  put($('#frames'), `${state.sides.A.frames} – ${state.sides.B.frames}`);
}

function showSaid() {
  const ruling = state.ruling || {};
  put($('#said-words'), words.spoken(ruling) || (ruling.corrects && !ruling.why ? words.say('corrected') : ''));
  put($('#said-why'), ruling.why ? words.reason(ruling) + (ruling.clauses && ruling.clauses.length ? ` (${ruling.clauses.join(', ')})` : '') : '');
  if (ruling.changed) put($('#said-why'), ruling.changed.map((c) => `${c.of}: ${c.now}`).join('; '));
  $('#said').hidden = !$('#said-words').textContent && !$('#said-why').textContent;
  const notice = state.live && state.live.notice;
  $('#notice').hidden = !notice;
  put($('#notice'), notice);
}

const percent = (p) => `${Math.round(100 * p)} %`;

function figures(ask) {
  const rows = [`${words.say('sure')}: ${percent(ask.sure)}`], hinge = ask.hinge;
  const events = state.stroke && state.stroke.seq === ask.of ? state.stroke.events || [] : [];
  if (hinge && hinge.question === 'event' && events[hinge.which]) {
    const e = events[hinge.which];
    rows.push(`${words.seen(e.kind)} ${(e.balls || []).map(words.ball).join(' – ')}: ${percent(e.p)}`);
  }
  for (const e of ask.evidence || [])
    if (hinge && e.question === hinge.question)
      rows.push(`${words.seen(e.question)}: ${words.say('measured')} ${e.measured.toFixed(1)} mm, ${words.say('limit')} ${e.limit.toFixed(1)}, ± ${e.sd.toFixed(1)}`);
  if (hinge) rows.push(`${words.say('else_')}: ${words.call(hinge.then)}`);
  for (const text of ask.noticed || []) rows.push(words.note(text));
  if (ask.rests_on) rows.push(words.say('rests_on'));
  return rows;
}

function askButtons(ask) {
  const buttons = [], others = (ask.alternatives || []).filter((a) => !a.as_judged);
  if (acts.has('accept')) buttons.push(button(`${words.say('called')}: ${words.call((ask.calls || []).join(', ')) || words.reason(ask)}`, {act: 'accept', of: ask.of}, 'good'));
  if (acts.has('settle'))
    for (const other of others) buttons.push(button(`${words.call(other.then)} (${percent(other.p)})`, {act: 'settle', of: ask.of, settled: other.settled}));
  buttons.push(button(words.say('take_back'), {act: 'undo', of: ask.of}));
  return buttons;
}

function showAsk() {
  const ask = state.ask;
  $('#ask').hidden = !ask;
  if (ask)
    renew('ask', ask, () => {
      put($('#ask-why'), `${words.call((ask.calls || []).join(', '))} ${words.reason(ask)}`.trim() + `. ${words.say('ask_help')}`);
      fill('#ask-figures', ...figures(ask).map((text) => make('li', {text})));
      fill('#ask-buttons', ...askButtons(ask));
    });
  showClip($('#ask-clip'), ask && ask.of, words);
  $('#ask-clip-later').hidden = !ask || hasClip(ask.of) || !anyClips();
}

function showChoices() {
  $('#choices').hidden = !state.options.length;
  renew('choices', [state.options, state.state.striker], () => {
    put($('#choices h2'), `${words.say('choose')} ${state.state.striker || ''}`);
    fill('#choices .buttons', ...state.options.map((choice) =>
      button(words.option(choice), {act: 'choose', choice, by: state.state.striker || undefined, origin: 'player'})));
  });
}

/** Different kinds of ball; reds go by one name. */
const kinds = (balls) => [...new Set(balls.map(kindOf))];

function ballButton(ball, pressed, onclick) {
  return make('button', {type: 'button', class: 'ball-button', 'data-key': '', 'aria-pressed': pressed ? 'true' : 'false', onclick},
    chip(ball, words.ball(ball), words.mark(ball)), make('span', {text: words.ball(ball)}));
}

function showNominate() {
  const numbered = state.state.on_table.some((ball) => /^\d+$/.test(ball));
  const candidates = kinds(state.state.free_ball ? state.state.on_table : state.state.ball_on);
  const named = state.awaiting && state.awaiting.ball;
  $('#nominate').hidden = numbered || candidates.length < 2 || state.state.frame_over;
  renew('nominate', [candidates, named], () => fill('#nominate .balls',
    ...candidates.map((ball) => ballButton(ball, named === ball, () => act({act: 'nominate', ball, origin: 'player'})))));
  $('#call-shot').hidden = !numbered || state.state.frame_over;
  if (state.stroke && state.stroke.seq !== calledFor) {
    calledFor = state.stroke.seq; // a call is for one stroke
    called = {ball: null, pocket: null};
  }
  if (numbered) showCallShot();
}

function showCallShot() {
  renew('call', [state.state.on_table, called], () => {
    const pick = (what, value) => { called = {...called, [what]: value}; showCallShot(); };
    fill('#call-shot .balls', ...state.state.on_table.map((ball) => ballButton(ball, called.ball === ball, () => pick('ball', ball))));
    fill('#call-shot .pockets', ...POCKETS.map((pocket) => make('button', {type: 'button', text: pocket, 'aria-pressed': called.pocket === pocket ? 'true' : 'false',
      onclick: () => pick('pocket', pocket)})));
    fill('#call-shot .buttons', button(words.say('enter'), {act: 'call', ...called, origin: 'player'}, 'good'),
      button(words.say('safety'), {act: 'call', safety: true, origin: 'player'}), button(words.say('push_out'), {act: 'call', push_out: true, origin: 'player'}));
  });
}

function showFrameOver() {
  const over = state.state.frame_over && !state.match.over;
  $('#frame-over').hidden = !over;
  const winner = state.sides[state.state.winner];
  put($('#frame-over h2'), winner ? `${winner.name} ${words.say('wins_frame')}` : words.say('tie'));
  if (over) renew('over', state.match.frame, () => fill('#frame-over .buttons', button(words.say('new_frame'), {act: 'new_frame'}, 'good')));
}

function showClocks() {
  $('#clocks').hidden = !clock || !acts.has('pause');
  if (!clock) return;
  const stopped = clock.paused || !(clock.runs || clock.match_runs);
  renew('clocks', [stopped, Number.isFinite(clock.shot_left)], () => fill('#clocks .buttons',
    ...(stopped ? [button(words.say('resume'), {act: 'resume'}, 'good')] : [button(words.say('pause'), {act: 'pause'})]),
    ...(Number.isFinite(clock.shot_left) ? [button(words.say('restart_shot'), {act: 'clock', shot_s: 0})] : [])));
  tick();
}

function tick() {
  const now = clocksNow(clock), parts = [];
  if (Number.isFinite(now.shot)) parts.push(`${words.say('shot')} ${Math.ceil(now.shot)} s`);
  if (Number.isFinite(now.match)) parts.push(`${words.say('match')} ${minutes(now.match)}`);
  if (now.paused) parts.push(words.say('paused'));
  put($('#clock-now'), parts.join(' · '));
}

function entryRow(row) {
  const title = row.title ? words.act(row.title) : '', why = words.reason(row), said = words.spoken(row) || title || why || words.readable(row.type);
  const detail = title && words.spoken(row) ? title : why && why !== said ? why : row.type === 'stroke' ? words.say('stroke') : '';
  const what = make('div', {class: 'what'}, words.readable(said), make('small', {text: [detail, row.scores ? `${row.scores.A} – ${row.scores.B}` : ''].filter(Boolean).join(' · ')}));
  const take = row.undone ? make('small', {text: words.say('taken_back')})
    : make('button', {type: 'button', text: words.say('take_back'), onclick: () => act({act: 'undo', of: row.seq})});
  if (hasClip(row.seq)) what.append(make('button', {type: 'button', class: 'watch', 'aria-label': `${words.say('watch')} ${row.seq}`, text: '▶ ' + words.say('clip'), onclick: () => popUp(row.seq, words)}));
  return make('li', {class: row.undone ? 'undone' : ''}, make('small', {text: row.seq}), what, take);
}

function showEntries() {
  renew('entries', [state.history, state.history.map((row) => hasClip(row.seq))], () => fill('#entries ol', ...state.history.map(entryRow)));
}

/** What the last stroke can have met: what lies there now, and what it potted. */
function showAmendLast() {
  const stroke = state.stroke, potted = (stroke && stroke.potted) || [];
  showAmend($('#amend'), {stroke, number: stroke && stroke.seq, balls: [...state.state.on_table, ...potted], key: stroke ? `${stroke.seq}/${state.seq}/${words.language}` : ''}, words, careful);
}

// ---- corrections ---------------------------------------------------------------------------------------------------

async function loadFlags() {
  const wanted = `game=${encodeURIComponent(state.match.game)}&edition=${encodeURIComponent(state.match.edition)}`;
  if (wanted === flagsOf) return;
  flagsOf = wanted;
  const list = await fetch('/api/flags?' + wanted).then((r) => (r.ok ? r.json() : []));
  fill('#flag', ...list.map((f) => make('option', {value: f.flag, text: `${f.title} (${f.clause})`})));
}

function flagWord() {
  const ball = $('#flag-ball').value;
  return $('#flag').value + (ball ? ':' + ball : '');
}

function showFlags() {
  const balls = ['cue', ...kinds(state.state.on_table)];
  renew('flag-balls', balls, () => fill('#flag-ball', make('option', {value: '', text: '–'}), ...balls.map((ball) => make('option', {value: ball, text: words.ball(ball)}))));
  const seq = state.stroke ? state.stroke.seq : 0;
  renew('flags', [seq, state.state.striker], () => {
    const last = make('button', {type: 'button', disabled: seq ? false : '', onclick: () => act({act: 'flag', of: seq, flag: flagWord()})},
      make('span', {text: `${words.say('stroke')} ${seq || ''}: ${words.say('flag_last')}`}));
    const before = make('button', {type: 'button', onclick: () => act({act: 'before', flag: flagWord(), by: state.state.striker || undefined})},
      make('span', {text: `${state.state.striker || ''}: ${words.say('flag_last')}`}));
    fill('#flag-buttons', last, before);
    fill('#miss-buttons', careful(words.say('miss_yes'), {act: 'miss', of: seq, judged: true}), careful(words.say('miss_no'), {act: 'miss', of: seq, judged: false}));
  });
}

function showSetScore() {
  for (const side of ['A', 'B']) {
    const input = $('#set-' + side.toLowerCase());
    put($(`#set-${side.toLowerCase()}-name`), state.sides[side].name);
    if (document.activeElement !== input && !input.dataset.touched) input.value = state.sides[side].score;
  }
  renew('set', 1, () => {
    const entry = () => {
      for (const id of ['#set-a', '#set-b']) delete $(id).dataset.touched;
      return {act: 'set', state: {scores: {A: Number($('#set-a').value), B: Number($('#set-b').value)}}};
    };
    fill('#set-buttons', careful(words.say('set_score'), entry));
  });
  renew('other', [state.state.striker, state.match.players], () => fill('#other-buttons',
    ...state.match.players.map((by) => careful(`${words.say('concede')}: ${by}`, {act: 'concede', by}, 'bad')),
    ...(acts.has('swap') ? [careful(words.say('swap'), {act: 'swap'})] : []),
    careful(words.say('new_frame'), {act: 'new_frame'})));
}

/** Numbers the buttons that the keyboard reaches, as they stand. */
function numberKeys() {
  let n = 0;
  for (const element of document.querySelectorAll('[data-key]')) {
    const reached = element.offsetParent !== null && n < 9;
    element.dataset.key = reached ? String(++n) : '';
    let key = element.querySelector('kbd');
    if (!reached) { if (key) key.remove(); continue; }
    if (!key) element.append(key = make('kbd'));
    put(key, n);
  }
}

function show(next) {
  if (state && (next.seq !== state.seq || next.match.game !== state.match.game)) busy = false;
  state = next;
  clock = stampClock(state);
  document.body.classList.remove('none');
  loadFlags();
  lookForClips(`${state.seq}/${state.match.players}`, () => show(state));
  showNewMatch($('#new-match > div'), state, words, careful);
  showAmendLast();
  for (const part of [showHead, showSaid, showAsk, showChoices, showNominate, showFrameOver, showClocks, showEntries, showFlags, showSetScore]) part();
  numberKeys();
}

/** There is no match yet: one can be started. */
function showNone() {
  state = null;
  document.body.classList.add('none');
  $('#new-match').open = true;
  showNewMatch($('#new-match > div'), null, words, careful);
}

// ---- starting ------------------------------------------------------------------------------------------------------

async function session() {
  const now = await fetch('/api/session').then((r) => r.json()).catch(() => null);
  if (!now) return;
  $('#login').hidden = now.may_act;
  $('#desk').hidden = !now.may_act;
  $('#logout').hidden = !now.pin || !now.may_act;
  $('#read-only').hidden = !now.read_only;
  put($('#read-only'), now.read_only);
  if (!now.may_act) $('#pin').focus();
}

function speak(language) {
  words = speaker(language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-say]')) put(element, words.say(element.dataset.say));
  put($('#link'), words.say('lost'));
  fill('#languages', ...Object.entries(LANGUAGES).map(([code, name]) => make('button', {type: 'button', text: name, lang: code,
    'aria-pressed': code === language ? 'true' : 'false', onclick: () => { remember(code); speak(code); }})));
  if (state) show(state);
}

function remember(language) {
  try { localStorage.setItem('language', language); } catch { /* a private window keeps nothing */ }
}

function remembered() {
  try { return localStorage.getItem('language'); } catch { return null; }
}

$('#login').addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await post('/api/login', {pin: $('#pin').value});
  $('#pin').value = '';
  if (!answer.ok) toast(answer.text || words.say('no_referee'), true, 0);
  session();
});
$('#logout').addEventListener('click', async () => { await post('/api/logout', {}); session(); });
for (const id of ['#set-a', '#set-b']) $(id).addEventListener('input', (event) => { event.target.dataset.touched = '1'; });
addEventListener('click', swallowSecondTap, true);
setInterval(tick, 200);
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || /^(INPUT|SELECT|TEXTAREA|VIDEO)$/.test(event.target.tagName)) return;
  if (/^[1-9]$/.test(event.key)) document.querySelector(`[data-key="${event.key}"]`)?.click();
  const last = state && state.history.find((row) => !row.undone && !/^undo /.test(row.title || ''));
  if (event.key.toLowerCase() === 'u' && last) act({act: 'undo', of: last.seq});
});

speak(pickLanguage(query.get('lang'), remembered()));
fetch('/api').then((r) => r.json()).then((api) => { acts = new Set(api.acts.map((a) => a.act)); if (state) show(state); });
session();
follow(show, (linked) => { $('#link').hidden = linked; if (linked) session(); }, showNone);
