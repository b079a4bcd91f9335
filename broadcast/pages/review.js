// review.js: look at a stroke again. Frames are fetched by number, so that what is on screen is exactly that frame; where
// it is drawn, data-frame of the page says which. ?stroke=N opens there, ?lang=en|nl|zh
import {make, post, put, query} from '/live.js';
import {LANGUAGES, pickLanguage, speaker} from '/words.js';
import {reviewWords} from '/review_words.js';
import {showSetup} from '/review_setup.js';
import {showOverrule, showUndone} from '/review_rule.js';
import {cameraView, drawBalls, drawBed, drawLines, drawOrder, drawPath, tableView} from '/review_draw.js';

const $ = (id) => document.getElementById(id);
const language = pickLanguage(query.get('lang'), localStorage.getItem('language'));
const say = reviewWords(language), words = speaker(language), ballName = words.ball;
const KEPT = 90; // pictures
const TOAST_MS = 8000;
let review = null, detail = null, answer = null, at = 1, frame = 0, playing = false; // at: the stroke that is open
const pictures = new Map();
document.documentElement.lang = language;

async function get(path) {
  const reply = await fetch('/api/review/' + path);
  if (!reply.ok) throw Object.assign(new Error((await reply.json().catch(() => ({}))).error || reply.statusText), {status: reply.status});
  return reply.json();
}

let toastTimer = 0;
/** Said where everybody sees it, for a while. */
function toast(text) {
  put($('toast'), text);
  $('toast').hidden = !text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { $('toast').hidden = true; }, TOAST_MS);
}
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

const views = {camera: null, table: null}; // as drawn last
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
  const view = views.camera = review.camera ? cameraView(canvas, camera, review.table, zoom, focus) : null;
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
  const view = views.table = tableView(canvas, review.table, zoom, focus);
  drawBed(c, view, review.table);
  overlay(c, view, balls, chosen);
  drawLine();
  tellWhere();
}

function tellWhere() {
  const data = document.documentElement.dataset;
  data.frame = shown ? shown.n : '';
  data.picture = shown && shown.image ? 'yes' : 'no';
  const t = timeNow();
  put($('where'), `${Math.floor(t / 60)}:${(t % 60).toFixed(3).padStart(6, '0')} · ${say('frame')} ${frame}`);
}

// ---- the time line ----

/** When a frame was taken: films of phones have no steady rate. Straight between the times that are known. */
function timeOf(n) {
  const {times, every, frames, fps, offset} = review.video, i = Math.min(Math.floor(n / every), times.length - 1);
  const slope = i + 1 < times.length ? (times[i + 1] - times[i]) / every : 1 / (fps || 1);
  return times.length ? offset + times[i] + (Math.min(n, frames - 1) - i * every) * slope : 0;
}

/** The frame that was last taken then. */
function frameAt(t) {
  let low = 0, high = Math.max(review.video.frames - 1, 0);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (timeOf(middle) <= t + 1e-6) low = middle; else high = middle - 1;
  }
  return low;
}

const timeNow = () => review.video.frames ? timeOf(frame) : detail ? detail.t0 : 0;

const clockOf = (t) => `${Math.floor(t / 60)}:${String(Math.floor(t % 60)).padStart(2, '0')}`;

const lineEnd = () => Math.max(review.video.frames ? timeOf(review.video.frames - 1) : 0, ...review.strokes.map((s) => s.t1), 1);

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
  c.fillRect(timeNow() / end * canvas.width - 1, 0, 2, canvas.height);
}

// ---- the list and one stroke ----

const callOf = (s) => (s.spoken && s.spoken[language]) || (s.calls || []).join(', ') || say('no_call');
const tag = (kind, text = say(kind)) => make('span', {class: 'tag ' + kind, text});
const tagsOf = (s) => [s.foul ? tag('foul') : s.points ? tag('scored', `+${s.points}`) : null, s.asked ? tag('asked') : s.doubtful ? tag('doubtful') : null].filter(Boolean);

function showList() {
  $('list').replaceChildren(...review.strokes.map((s) => make('li', {}, make('button', {
    class: [s.foul ? 'foul' : '', s.doubtful ? 'doubtful' : '', s.undone ? 'undone' : ''].join(' '), 'data-n': s.n,
    'aria-pressed': at === s.n ? 'true' : 'false', onclick: guard(() => openStroke(s.n)),
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
  at = n;
  showList();
  showUndone(s.undone ? s : null, {say, enter});
  showDetail();
  shown = null;
  await show(Math.max(s.frame0, 0));
}

const figure = (value, digits = 1) => value >= 9999 ? '∞' : value.toFixed(digits);

/** "no foul" beside a ruling that scored is told for what it is. */
const thenText = (then, ruling) => words.call(then) + (then === 'no foul' && ruling.points ? ', ' + say('no_points') : '');

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
  if (hinge) put($('hinge'), `${say('hinge')}: ${detail.hinge_text[language][0]}. ${say('then')}: ${detail.hinge_text[language][1]}.`);
  $('noticed').hidden = !(detail.noticed || []).length;
  put($('noticed'), (detail.noticed || []).map(words.note).join('; '));
  showOverrule(review, detail, {say, words, enter, thenText}).catch((error) => toast(error.message));
  showContacts();
  showGaps();
  showExports();
  $('follow').replaceChildren(make('option', {value: '', text: say('nothing')}), ...Object.keys(ballsAt(detail.frame0)).map((b) => make('option', {value: b, text: ballName(b)})));
}

/** "ML" and "left" in words of the page. */
const placeOf = (e) => e.pocket ? say('pocket_' + e.pocket) : e.cushion ? say('cushion_' + e.cushion) : '';

/** One click shows the moment. The numbers are those in the picture. */
function showContacts() {
  const rows = detail.events.filter((e) => ['contact', 'cushion', 'pocket', 'off', 'line', 'push', 'double_hit'].includes(e.kind)), order = cueContacts();
  $('contacts').replaceChildren(...rows.map((e) => make('tr', {class: e.p < 0.5 ? 'unlikely' : '', onclick: () => show(e.frame)},
    make('td', {text: order.includes(e) ? String(order.indexOf(e) + 1) : ''}),
    make('td', {text: e.balls.map(ballName).join(' – ')}, ' ', make('small', {text: [say('event_' + e.kind), placeOf(e)].filter(Boolean).join(', ')})),
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
  await reload(); // refused: somebody else may have entered something meanwhile
});

async function reload() {
  review = await get('list');
  askSetup();
  showDoubts();
  showList();
  if (review.strokes.length) await openStroke(Math.min(at, review.strokes.length));
}

// ---- asking ----

const answerLine = (a) => make('p', {}, tag(a.answer, /^(yes|no|unclear|none|known|several)$/.test(a.answer) ? say(a.answer) : ballName(a.answer)), ' ', a.text[language], ' ',
  make('small', {text: `(${(100 * a.sure).toFixed(0)} % ${say('sure')})`}));

const figureRow = (f, when) => make('tr', {}, make('td', {text: [when && say(when), say(f.what)].filter(Boolean).join(': ')}), make('td', {text: f.balls.map(ballName).join(', ')}),
  make('td', {class: 'number', text: `${figure(f.value, 2)} ± ${f.sd.toFixed(2)} ${f.unit}`}), make('td', {class: 'number', text: f.unit === 'ms' ? '' : `${say('limit')} ${f.limit}`}));

/** Where each ball lay, as a person would measure it: from the baulk cushion and from the left one, seen from baulk. */
const placeRow = ([ball, p]) => make('tr', {}, make('td', {text: ballName(ball)}), make('td', {class: 'number', text: `${say('from_baulk')} ${(p.x + review.table.length / 2).toFixed(1)} mm`}),
  make('td', {class: 'number', text: `${say('from_left')} ${(review.table.width / 2 - p.y).toFixed(1)} mm`}), make('td', {class: 'number', text: `± ${p.sd.toFixed(1)} mm`}));

const pictureOf = (n, word, after) => make('figure', {}, make('img', {class: 'answer-picture', alt: say(after ? 'after' : 'before'), src: `/api/review/picture/${n}/${word}${after ? '?after=1' : ''}`}),
  ...(answer.after ? [make('figcaption', {text: say(after ? 'after' : 'before')})] : []));

const ask = guard(async (word) => {
  const n = detail.n;
  answer = await get(`ask/${n}/${word}`);
  for (const button of $('questions').children) button.setAttribute('aria-pressed', button.dataset.ask === word ? 'true' : 'false');
  $('answer').hidden = false;
  $('answer-text').replaceChildren(...[answer, answer.after].filter(Boolean).map(answerLine));
  $('answer-figures').replaceChildren(...[['before', answer], ['after', answer.after]].flatMap(([when, a]) => ((a && a.figures) || []).map((f) => figureRow(f, answer.after ? when : null))),
    ...Object.entries(answer.places || {}).map(placeRow));
  $('answer-pictures').replaceChildren(...[false, true].filter((after) => !after || answer.after).map((after) => pictureOf(n, word, after)));
  shown = null;
  await show(Math.max(answer.frame, 0));
  $('answer').scrollIntoView({block: 'nearest'});
});

// ---- what stood at the beginning ----

/** Everything is judged again. Resolves to whether it was taken. */
async function sendSetup(body) {
  const reply = await post('/api/review/setup', body);
  toast(reply.ok ? say('done') : reply.text);
  if (reply.ok) await reload();
  return reply.ok;
}

const askSetup = () => showSetup(review, {say, ballName, send: sendSetup});

// ---- controls ----

async function play() {
  playing = !playing;
  put($('play'), playing ? '❚❚' : '▶');
  let next = performance.now();
  while (playing && frame < review.video.frames - 1) {
    for (let ahead = 1; ahead <= 4; ahead++) if (frame + ahead < review.video.frames) picture(frame + ahead).catch(() => {});
    await show(frame + 1);
    next = Math.max(next + 1000 * (timeOf(frame) - timeOf(frame - 1)) / Number($('speed').value), performance.now() - 100);
    await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())));
  }
  playing = false;
  put($('play'), '▶');
}

const step = (by) => { playing = false; return show(frame + by); };
const strokeBy = (by) => openStroke(Math.min(Math.max(at + by, 1), review.strokes.length));
const redraw = () => { shown = null; return show(frame); };

/** A ball that is tapped is followed; tapped again, or beside all balls, none is. */
function followAt(event, view) {
  const box = event.target.getBoundingClientRect(), ratio = event.target.width / box.width;
  const [x, y] = [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio], balls = ballsAt(frame), reach = 22 * (window.devicePixelRatio || 1);
  const far = (name) => { const [u, v] = view.point(balls[name]); return Math.hypot(u - x, v - y); };
  const near = Object.keys(balls).sort((a, b) => far(a) - far(b))[0];
  const hit = near && far(near) < Math.max(reach, view.length(review.table.ball_d / 2, balls[near])) ? near : '';
  $('follow').value = hit === $('follow').value ? '' : hit;
  if ($('follow').value && Number($('zoom').value) === 1) $('zoom').value = 4;
  if (!$('follow').value) $('zoom').value = 1;
  redraw();
}

function zoomBy(event) {
  event.preventDefault();
  $('zoom').value = Number($('zoom').value) * (event.deltaY < 0 ? 1.15 : 1 / 1.15);
  redraw();
}

function listen() {
  $('scrub').addEventListener('input', () => { playing = false; show(Number($('scrub').value)); });
  for (const id of ['zoom', 'with-paths', 'with-lines', 'follow']) $(id).addEventListener('input', () => { if (id === 'follow' && $('follow').value && Number($('zoom').value) === 1) $('zoom').value = 4; redraw(); });
  for (const [id, view] of [['picture', () => views.camera], ['drawing', () => views.table]]) {
    $(id).addEventListener('click', (event) => { if (view()) followAt(event, view()); });
    $(id).addEventListener('wheel', zoomBy, {passive: false});
  }
  $('play').onclick = play;
  $('step-back').onclick = () => step(-1);
  $('step-on').onclick = () => step(1);
  $('to-previous').onclick = guard(() => strokeBy(-1));
  $('to-next').onclick = guard(() => strokeBy(1));
  $('strokes-line').onclick = guard((event) => {
    const t = event.offsetX / $('strokes-line').clientWidth * lineEnd();
    const s = review.strokes.find((one) => t >= one.t0 - 0.3 && t <= one.t1 + 0.3);
    return s ? openStroke(s.n) : show(frameAt(t));
  });
  window.addEventListener('resize', draw);
  document.addEventListener('keydown', (event) => {
    if (/INPUT|SELECT/.test(event.target.tagName) && event.target.type !== 'range') return;
    if (event.ctrlKey || event.altKey || event.metaKey || (event.key === ' ' && /BUTTON|SUMMARY|^A$/.test(event.target.tagName))) return;
    if (/^[1-8]$/.test(event.key) && detail) return ask(review.questions[event.key - 1].word);
    const keys = {ArrowLeft: () => step(event.shiftKey ? -10 : -1), ArrowRight: () => step(event.shiftKey ? 10 : 1), ' ': play, PageUp: () => strokeBy(-1), PageDown: () => strokeBy(1)};
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
}

function label() {
  const texts = {'setup-title': 'guessed', 'setup-why': 'guessed_why', 'setup-on-label': 'on', 'setup-striker-label': 'striker', 'setup-score-label': 'score', 'setup-opening-label': 'opening',
    'setup-confirm': 'confirm', 'speed-label': 'speed', 'zoom-label': 'zoom', 'follow-label': 'follow', 'paths-label': 'paths', 'lines-label': 'lines', 'contacts-title': 'contacts',
    'setup-balls-label': 'balls_there', 'setup-open': 'setup_open', 'to-panel': 'panel', 'amend-title': 'happened', 'flag-title': 'flag', 'flag-enter': 'flag_enter',
    'gaps-title': 'gaps', keys: 'keys', 'questions-title': 'ask', 'export-title': 'export', 'pin-label': 'pin', 'pin-enter': 'enter'};
  for (const [id, key] of Object.entries(texts)) put($(id), say(key));
  for (const [id, key] of Object.entries({'to-previous': 'to_previous', 'step-back': 'step_back', play: 'play', 'step-on': 'step_on', 'to-next': 'to_next', scrub: 'scrub', picture: 'tap', drawing: 'tap', 'strokes-line': 'strokes', flag: 'flag', 'flag-ball': 'flag_ball'})) {
    $(id).title = say(key);
    $(id).setAttribute('aria-label', say(key));
  }
  $('languages').replaceChildren(...Object.entries(LANGUAGES).map(([key, name]) => make('button', {text: name, 'aria-pressed': key === language ? 'true' : 'false', onclick: () => {
    localStorage.setItem('language', key);
    location.search = '?lang=' + key + '&stroke=' + at;
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
  askSetup();
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
