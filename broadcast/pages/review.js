// review.js: look at a stroke again. Frames are fetched by number, so that what is on screen is exactly that frame; where
// it is drawn, data-frame of the page says which. ?stroke=N opens there, ?lang=en|nl|zh
import {make, post, put, query} from '/live.js';
import {LANGUAGES, pickLanguage, speaker} from '/words.js';
import {reviewWords} from '/review_words.js';
import {cameraView, drawBalls, drawBed, drawLines, drawOrder, drawPath, tableView} from '/review_draw.js';

const $ = (id) => document.getElementById(id);
const language = pickLanguage(query.get('lang'), localStorage.getItem('language'));
const say = reviewWords(language), ballName = speaker(language).ball;
const KEPT = 90; // pictures
const SNOOKER_PHASES = ['red', 'colour', 'colours', 'black'];
let review = null, detail = null, answer = null, frame = 0, playing = false;
const pictures = new Map();
document.documentElement.lang = language;

async function get(path) {
  const reply = await fetch('/api/review/' + path);
  if (!reply.ok) throw Object.assign(new Error((await reply.json().catch(() => ({}))).error || reply.statusText), {status: reply.status});
  return reply.json();
}

const toast = (text) => put($('toast'), text);
const guard = (action) => async (...args) => { try { await action(...args); } catch (error) { toast(error.message); } };

// ---- pictures ----

const widthWanted = () => {
  const shown = $('picture').width * Number($('zoom').value);
  return review.video.width && shown < review.video.width / 1.7 ? Math.ceil(review.video.width / 2) : 0;
};

/** A picture by number; the newest are kept. */
function picture(n) {
  const width = widthWanted(), key = `${n}/${width}`;
  if (!pictures.has(key)) {
    const image = new Image();
    image.src = `/api/review/frame/${n}${width ? '?w=' + width : ''}`;
    pictures.set(key, image.decode().then(() => image));
    pictures.get(key).catch(() => pictures.delete(key));
    if (pictures.size > KEPT) pictures.delete(pictures.keys().next().value);
  }
  return pictures.get(key);
}

let wanted = -1, fetching = false, shown = null;
/** While one picture is on its way only the newest wish is remembered. */
async function show(n) {
  if (!review.strokes.length && !review.video.frames) return;
  frame = Math.max(0, Math.min(n, Math.max(review.video.frames - 1, 0)));
  $('scrub').value = frame;
  wanted = frame;
  if (fetching) return;
  fetching = true;
  while (wanted !== (shown && shown.n)) {
    const now = wanted;
    try {
      shown = {n: now, image: review.video.available ? await picture(now) : null};
    } catch {
      shown = {n: now, image: null};
    }
    draw();
  }
  fetching = false;
}

// ---- drawing ----

const trackAt = (name, n) => {
  const tracks = detail && detail.tracks;
  if (!tracks) return null;
  const path = tracks.balls[name];
  return path.length === 1 ? path[0] : path[Math.min(Math.max(n - tracks.from, 0), path.length - 1)];
};

/** {ball: [x, y]} at a frame: as followed, else as before or after the stroke. */
function ballsAt(n) {
  if (!detail) return {};
  if (detail.tracks) return Object.fromEntries(Object.keys(detail.tracks.balls).map((b) => [b, trackAt(b, n)]).filter(([, at]) => at));
  return Object.fromEntries(Object.entries(detail.before).map(([b, p]) => [b, [p.x, p.y]]));
}

function size(canvas) {
  const box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
}

function pathsUntil(n) {
  if (!detail) return {};
  if (!detail.tracks) return eventPaths();
  const {from, balls} = detail.tracks, start = Math.max(detail.frame0 - from, 0);
  return Object.fromEntries(Object.entries(balls).filter(([, p]) => p.length > 1).map(([b, p]) => [b, p.slice(start, Math.max(n - from + 1, start))]));
}

/** Without a film: straight from event to event. */
function eventPaths() {
  const paths = {};
  for (const e of detail.events.filter((one) => one.p >= 0.5 && one.balls.length)) {
    const ball = e.balls[0], from = detail.before[ball];
    (paths[ball] = paths[ball] || (from ? [[from.x, from.y]] : [])).push(e.at);
  }
  for (const ball of Object.keys(paths)) if (detail.after[ball]) paths[ball].push([detail.after[ball].x, detail.after[ball].y]);
  return paths;
}

const cueContacts = () => detail ? detail.events.filter((e) => e.kind === 'contact' && e.p >= 0.5 && e.balls[0] === 'cue') : [];

function overlay(c, view, balls, chosen) {
  if ($('with-paths').checked)
    for (const [name, points] of Object.entries(pathsUntil(frame))) drawPath(c, view, name, points);
  drawBalls(c, view, review.table, balls, chosen);
  if ($('with-paths').checked) drawOrder(c, view, cueContacts().filter((e) => !detail.tracks || e.frame <= frame));
  if ($('with-lines').checked && detail)
    drawLines(c, view, answer ? answer.lines : frame <= detail.frame0 || !detail.tracks ? (detail.snookered || {lines: []}).lines : []);
}

function drawCamera(balls, chosen, zoom, focus) {
  const canvas = $('picture'), c = canvas.getContext('2d');
  size(canvas);
  c.clearRect(0, 0, canvas.width, canvas.height);
  if (!shown || !shown.image) return;
  const camera = review.camera || {width: shown.image.width, height: shown.image.height};
  const view = review.camera ? cameraView(canvas, camera, review.table, zoom, focus) : null;
  const at = view || {scale: Math.min(canvas.width / camera.width, canvas.height / camera.height), x: 0, y: 0};
  c.drawImage(shown.image, at.x, at.y, camera.width * at.scale, camera.height * at.scale);
  if (view) overlay(c, view, balls, chosen);
}

function draw() {
  if (!review) return;
  const balls = ballsAt(frame), chosen = $('follow').value, zoom = Number($('zoom').value);
  const focus = balls[chosen] || (detail && detail.events.length ? detail.events.find((e) => e.kind === 'contact')?.at : null) || [0, 0];
  drawCamera(balls, chosen, zoom, focus);
  const canvas = $('drawing'), c = canvas.getContext('2d');
  size(canvas);
  c.clearRect(0, 0, canvas.width, canvas.height);
  const view = tableView(canvas, review.table, zoom, focus);
  drawBed(c, view, review.table);
  overlay(c, view, balls, chosen);
  drawLine();
  tellWhere();
}

function tellWhere() {
  const data = document.documentElement.dataset;
  data.frame = shown ? shown.n : '';
  data.picture = shown && shown.image ? 'yes' : 'no';
  const t = review.video.fps ? frame / review.video.fps : detail ? detail.t0 : 0;
  put($('where'), `${Math.floor(t / 60)}:${(t % 60).toFixed(3).padStart(6, '0')} · ${say('frame')} ${frame}`);
}

// ---- the time line ----

const clockOf = (t) => `${Math.floor(t / 60)}:${String(Math.floor(t % 60)).padStart(2, '0')}`;

const lineEnd = () => Math.max(review.video.frames / (review.video.fps || 1), ...review.strokes.map((s) => s.t1), 1);

function drawLine() {
  const canvas = $('strokes-line'), c = canvas.getContext('2d'), end = lineEnd();
  size(canvas);
  c.clearRect(0, 0, canvas.width, canvas.height);
  for (const s of review.strokes) {
    const x = s.t0 / end * canvas.width, w = Math.max((s.t1 - s.t0) / end * canvas.width, 3);
    c.fillStyle = s.undone ? '#555' : s.foul ? '#e5484d' : s.doubtful ? '#f0b429' : s.points ? '#46c08a' : '#5d7480';
    c.globalAlpha = detail && s.n === detail.n ? 1 : 0.65;
    c.fillRect(x, 6, w, canvas.height - 12);
    if (w < 16 * (window.devicePixelRatio || 1)) continue;
    c.fillStyle = '#fff';
    c.font = `600 ${13 * (window.devicePixelRatio || 1)}px sans-serif`;
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    c.fillText(String(s.n), x + w / 2, canvas.height / 2);
  }
  c.globalAlpha = 1;
  c.fillStyle = '#fff';
  c.fillRect((review.video.fps ? frame / review.video.fps : detail ? detail.t0 : 0) / end * canvas.width - 1, 0, 2, canvas.height);
}

// ---- the list and one stroke ----

const callOf = (s) => (s.spoken && s.spoken[language]) || (s.calls || []).join(', ') || say('no_call');
const tag = (kind, text = say(kind)) => make('span', {class: 'tag ' + kind, text});
const tagsOf = (s) => [s.foul ? tag('foul') : s.points ? tag('scored', `+${s.points}`) : null, s.asked ? tag('asked') : s.doubtful ? tag('doubtful') : null].filter(Boolean);

function showList() {
  $('list').replaceChildren(...review.strokes.map((s) => make('li', {}, make('button', {
    class: [s.foul ? 'foul' : '', s.doubtful ? 'doubtful' : '', s.undone ? 'undone' : ''].join(' '), 'data-n': s.n,
    'aria-pressed': detail && detail.n === s.n ? 'true' : 'false', onclick: guard(() => openStroke(s.n)),
  }, make('b', {text: String(s.n)}), make('span', {text: callOf(s) + ' '}, ...tagsOf(s)), make('small', {text: clockOf(s.t0)})))));
}

function showDoubts() {
  const rows = (review.doubts || []).map((d) => say(d.what).replace('{1}', (d.value ?? 0).toFixed(0)).replace('{2}', (d.limit ?? 0).toFixed(1)));
  if (!review.strokes.length) rows.push(say('no_stroke'));
  $('doubts').hidden = !rows.length;
  $('doubts').replaceChildren(...rows.map((text) => make('li', {text})));
}

async function openStroke(n) {
  const s = review.strokes[n - 1];
  if (!s) return;
  answer = null;
  $('answer').hidden = true;
  detail = s.undone ? null : await get('stroke/' + n);
  showList();
  showDetail();
  shown = null;
  await show(Math.max(s.frame0, 0));
}

const figure = (value, digits = 1) => value >= 9999 ? '∞' : value.toFixed(digits);

/** "contact cue red-2" in words of the page; a question without an event by what it asks. */
function hingeText(hinge) {
  const [kind, ...balls] = (hinge.event || '').split(' ');
  const about = hinge.event ? `${say('event_' + kind)} ${balls.map(ballName).join(' – ')}` : say(hinge.question === 'first' ? 'q_first' : 'q_other');
  return `${say('hinge')}: ${about}. ${say('then')}: ${hinge.then}`;
}

function showDetail() {
  $('detail').hidden = !detail;
  if (!detail) return;
  const ruling = detail.ruling || {}, hinge = ruling.hinge;
  $('call').replaceChildren(`${detail.n}. ${callOf(detail)} `, ...tagsOf(detail));
  put($('why'), `${detail.by}: ${(detail.reason && detail.reason[language]) || ruling.why || ''}`);
  $('clauses').replaceChildren(...detail.references.map((r) => make('li', {text: `${r.book}, ${r.section}, ${r.number}: ${r.title}`})));
  $('sure').hidden = ruling.sure === undefined;
  $('sure-bar').value = ruling.sure ?? 0;
  put($('sure-text'), `${(100 * (ruling.sure ?? 0)).toFixed(1)} % ${say('sure')}`);
  $('hinge').hidden = !hinge;
  if (hinge) put($('hinge'), hingeText(hinge));
  showOverrule(ruling);
  showContacts();
  showGaps();
  showExports();
  $('follow').replaceChildren(make('option', {value: '', text: say('nothing')}), ...Object.keys(ballsAt(detail.frame0)).map((b) => make('option', {value: b, text: ballName(b)})));
}

/** One click shows the moment. The numbers are those in the picture. */
function showContacts() {
  const rows = detail.events.filter((e) => ['contact', 'cushion', 'pocket', 'off', 'line'].includes(e.kind)), order = cueContacts();
  $('contacts').replaceChildren(...rows.map((e) => make('tr', {class: e.p < 0.5 ? 'unlikely' : '', onclick: () => show(e.frame)},
    make('td', {text: order.includes(e) ? String(order.indexOf(e) + 1) : ''}),
    make('td', {text: e.balls.map(ballName).join(' – ') + (e.pocket || e.cushion ? ' ' + (e.pocket || e.cushion) : '')}, ' ', make('small', {text: say('event_' + e.kind)})),
    make('td', {class: 'number', text: `${e.after_ms.toFixed(1)} ± ${(1000 * e.t_sd).toFixed(1)} ms`}), make('td', {class: 'number', text: `${(100 * e.p).toFixed(0)} %`}))));
}

function showGaps() {
  const rows = [];
  for (const [when, a] of [['before', detail.touching], ['after', detail.touching && detail.touching.after]])
    for (const f of (a && a.figures) || [])
      rows.push(make('tr', {}, make('td', {text: say(when)}), make('td', {text: f.balls.map(ballName).join(', ')}),
        make('td', {text: `${figure(f.value, 2)} ± ${f.sd.toFixed(2)} mm`}), make('td', {text: `${say('limit')} ${f.limit}`})));
  $('gaps').replaceChildren(...rows);
}

function showExports() {
  const n = detail.n, link = (name, text, more = '') => make('a', {href: `/api/review/export/${name}?stroke=${n}&lang=${language}${more}`, download: '', 'data-kind': name, text: say(text)});
  const film = review.video.available ? [link('clip.mp4', 'clip', '&before=1&after=0.5'), link('clip.mp4', 'bare', '&drawing=0&before=1&after=0.5')] : [];
  $('exports').replaceChildren(...film, link('still.png', 'still', `&frame=${frame}`), link('sheet.pdf', 'sheet'), link('sheet.html', 'html'),
    link('report.html', 'report'), link('strokes.csv', 'csv'), link('strokes.edl', 'edl'));
}

// ---- entering ----

const enter = guard(async (act) => {
  const reply = await post('/api/act', {...act, after: review.seq});
  toast(reply.ok ? reply.text || say('done') : reply.text);
  if (reply.ok) await reload();
});

function showOverrule(ruling) {
  const of = detail.seq, others = (ruling.alternatives || []).map((a, i) => ({...a, i})).filter((a) => !a.as_judged);
  $('overrule').replaceChildren(
    make('button', {id: 'accept', text: say('accept'), onclick: () => enter({act: 'accept', of})}),
    ...others.map((a) => make('button', {class: 'settle', text: `${say('rule')} ${a.then} (${(100 * a.p).toFixed(0)} %)`, onclick: () => enter({act: 'settle', of, as: a.i + 1})})),
    make('button', {id: 'undo', text: say('undo'), onclick: () => enter({act: 'undo', of})}));
}

async function reload() {
  const n = detail ? detail.n : 1;
  review = await get('list');
  showSetup();
  showList();
  if (review.strokes.length) await openStroke(Math.min(n, review.strokes.length));
}

// ---- asking ----

const answerLine = (a) => make('p', {}, tag(a.answer, /^(yes|no|unclear|none|known|several)$/.test(a.answer) ? say(a.answer) : ballName(a.answer)), ' ', a.text[language], ' ',
  make('small', {text: `(${(100 * a.sure).toFixed(0)} % ${say('sure')})`}));

const figureRow = (f, when) => make('tr', {}, make('td', {text: [when && say(when), say(f.what)].filter(Boolean).join(': ')}), make('td', {text: f.balls.map(ballName).join(', ')}),
  make('td', {class: 'number', text: `${figure(f.value, 2)} ± ${f.sd.toFixed(2)} ${f.unit}`}), make('td', {class: 'number', text: f.unit === 'ms' ? '' : `${say('limit')} ${f.limit}`}));

const ask = guard(async (word) => {
  const n = detail.n;
  answer = await get(`ask/${n}/${word}`);
  $('answer').hidden = false;
  $('answer-text').replaceChildren(...[answer, answer.after].filter(Boolean).map(answerLine));
  $('answer-figures').replaceChildren(...[['before', answer], ['after', answer.after]].flatMap(([when, a]) => ((a && a.figures) || []).map((f) => figureRow(f, answer.after ? when : null))));
  $('answer-picture').src = `/api/review/picture/${n}/${word}`;
  shown = null;
  await show(Math.max(answer.frame, 0));
});

// ---- what stood at the beginning ----

function showSetup() {
  const s = review.setup;
  $('setup').hidden = !s || s.confirmed || (s.opening && !(s.guessed || []).length);
  if (!s || $('setup').hidden) return;
  const state = s.state || {}, on = state.ball_on || [], snooker = SNOOKER_PHASES.includes(state.phase);
  const balls = snooker ? ['red', 'colour', 'yellow', 'green', 'brown', 'blue', 'pink', 'black'] : ['', ...(state.balls_left || [])];
  const guess = !snooker ? '' : on.every((b) => b.startsWith('red')) ? 'red' : on.length === 1 ? on[0] : 'colour';
  $('setup-on').replaceChildren(...balls.map((b) => make('option', {value: b, selected: b === guess ? '' : false,
    text: b === 'colour' ? say('colour') : b ? ballName(b) : on.map(ballName).join(', ')})));
  $('setup-striker').replaceChildren(...review.players.map((p) => make('option', {value: p, text: p})));
}

async function sendSetup(body) {
  const reply = await post('/api/review/setup', body);
  toast(reply.ok ? say('done') : reply.text);
  if (reply.ok) await reload();
}

const confirmSetup = guard(async () => {
  const on = $('setup-on').value, left = (review.setup.state && review.setup.state.balls_left) || [], colours = ['yellow', 'green', 'brown', 'blue', 'pink', 'black'];
  const reds = left.filter((b) => b.startsWith('red')), body = {opening: $('setup-opening').checked};
  if (!body.opening) {
    body.striker = $('setup-striker').value;
    body.scores = {A: Number($('setup-a').value), B: Number($('setup-b').value)};
    if (!SNOOKER_PHASES.includes(review.setup.state.phase)) {
      if (on) body.ball_on = [on];
      return sendSetup(body);
    }
    body.ball_on = on === 'red' ? reds : on === 'colour' ? colours.filter((b) => left.includes(b)) : [on];
    body.phase = on === 'red' ? 'red' : reds.length || on === 'colour' ? 'colour' : left.length === 1 ? 'black' : 'colours';
  }
  await sendSetup(body);
});

// ---- controls ----

async function play() {
  playing = !playing;
  put($('play'), playing ? '❚❚' : '▶');
  let next = performance.now();
  while (playing && frame < review.video.frames - 1) {
    for (let ahead = 1; ahead <= 4; ahead++) if (frame + ahead < review.video.frames) picture(frame + ahead).catch(() => {});
    await show(frame + 1);
    next = Math.max(next + 1000 / (review.video.fps * Number($('speed').value)), performance.now() - 100);
    await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())));
  }
  playing = false;
  put($('play'), '▶');
}

const step = (by) => { playing = false; return show(frame + by); };
const strokeBy = (by) => openStroke(Math.min(Math.max((detail ? detail.n : 1) + by, 1), review.strokes.length));

function listen() {
  $('scrub').addEventListener('input', () => { playing = false; show(Number($('scrub').value)); });
  for (const id of ['zoom', 'with-paths', 'with-lines', 'follow']) $(id).addEventListener('input', () => { if (id === 'follow' && $('follow').value && Number($('zoom').value) === 1) $('zoom').value = 4; shown = null; show(frame); });
  $('play').onclick = play;
  $('step-back').onclick = () => step(-1);
  $('step-on').onclick = () => step(1);
  $('to-previous').onclick = guard(() => strokeBy(-1));
  $('to-next').onclick = guard(() => strokeBy(1));
  $('setup-confirm').onclick = confirmSetup;
  $('strokes-line').onclick = guard((event) => {
    const t = event.offsetX / $('strokes-line').clientWidth * lineEnd();
    const s = review.strokes.find((one) => t >= one.t0 - 0.3 && t <= one.t1 + 0.3);
    return s ? openStroke(s.n) : show(Math.round(t * review.video.fps));
  });
  window.addEventListener('resize', draw);
  document.addEventListener('keydown', (event) => {
    if (/INPUT|SELECT/.test(event.target.tagName) && event.target.type !== 'range') return;
    const keys = {ArrowLeft: () => step(event.shiftKey ? -10 : -1), ArrowRight: () => step(event.shiftKey ? 10 : 1), ' ': play, PageUp: () => strokeBy(-1), PageDown: () => strokeBy(1)};
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
}

function label() {
  const texts = {'setup-title': 'guessed', 'setup-why': 'guessed_why', 'setup-on-label': 'on', 'setup-striker-label': 'striker', 'setup-score-label': 'score', 'setup-opening-label': 'opening',
    'setup-confirm': 'confirm', 'speed-label': 'speed', 'zoom-label': 'zoom', 'follow-label': 'follow', 'paths-label': 'paths', 'lines-label': 'lines', 'contacts-title': 'contacts',
    'gaps-title': 'gaps', keys: 'keys', 'questions-title': 'ask', 'export-title': 'export', 'pin-label': 'pin', 'pin-enter': 'enter'};
  for (const [id, key] of Object.entries(texts)) put($(id), say(key));
  $('languages').replaceChildren(...Object.entries(LANGUAGES).map(([key, name]) => make('button', {text: name, 'aria-pressed': key === language ? 'true' : 'false', onclick: () => {
    localStorage.setItem('language', key);
    location.search = '?lang=' + key + (detail ? '&stroke=' + detail.n : '');
  }})));
}

async function start() {
  review = await get('list');
  put($('title'), `${say('review')}: ${review.players.join(' – ')}`);
  put($('film'), [review.title, review.video.file].filter(Boolean).join(' · '));
  $('no-picture').hidden = review.video.available;
  put($('no-picture'), review.video.why);
  $('scrub').max = Math.max(review.video.frames - 1, 0);
  $('questions').replaceChildren(...review.questions.map((q) => make('button', {'data-ask': q.word, text: say(q.word === 'before' ? 'before?' : q.word), title: q.asks, onclick: () => ask(q.word)})));
  showSetup();
  showDoubts();
  showList();
  if (review.strokes.length) await openStroke(Math.min(Math.max(Number(query.get('stroke')) || 1, 1), review.strokes.length));
  else await show(0);
  document.documentElement.dataset.ready = 'yes';
}

async function begin() {
  label();
  listen();
  try {
    await start();
  } catch (error) {
    if (error.status !== 401) throw error;
    $('login').hidden = false;
    $('login').onsubmit = async (event) => {
      event.preventDefault();
      const reply = await post('/api/login', {pin: $('pin').value});
      if (reply.ok) location.reload(); else put($('film'), reply.text);
    };
  }
}
begin();
