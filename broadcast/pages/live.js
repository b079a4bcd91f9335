// live.js: keeps a page up to date. The last state stays on screen whatever happens; a lost server is looked for again
// until it is back.

const SILENCE_MS = 25000; // the server says something every 10 s
const RETRY_MS = [250, 500, 1000, 2000];

/** Calls onState(state) for each new state, onLink(true|false) when the connection comes or goes, onNone() when there is
 * no match yet. */
export function follow(onState, onLink = () => {}, onNone = () => {}) {
  const tell = (state) => (state.match ? onState(state) : onNone());
  let source = null, tries = 0, watchdog = 0, linked = null, last = '';

  const say = (now) => { if (linked !== now) { linked = now; onLink(now); } };

  const alive = () => {
    tries = 0;
    say(true);
    clearTimeout(watchdog);
    watchdog = setTimeout(again, SILENCE_MS);
  };

  const again = () => {
    if (source) source.close();
    source = null;
    clearTimeout(watchdog);
    say(false);
    const before = last ? null : kept();
    if (before) tell(before); // loaded while the server is away
    setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
  };

  const connect = () => {
    source = new EventSource('/api/events');
    source.onopen = alive;
    source.addEventListener('pulse', alive);
    source.onerror = again;
    source.onmessage = (event) => {
      alive();
      if (event.data === last) return;
      last = event.data;
      keep(last);
      const state = JSON.parse(last);
      if (delay) setTimeout(() => tell(state), delay); else tell(state);
    };
  };
  connect();
}

/** ?delay=2: everything so many seconds later, for a picture that comes late itself. */
const delay = 1000 * Math.min(60, Math.max(0, Number(new URLSearchParams(location.search).get('delay')) || 0));

/** The last state outlives the page, for pages that may be loaded while the server is away. The clocks in it do not. */
const outlives = () => document.documentElement.dataset.keep !== undefined;
function keep(text) {
  if (outlives()) try { localStorage.setItem('state', text); } catch { /* not allowed here */ }
}
function kept() {
  if (!outlives()) return null;
  try {
    const state = JSON.parse(localStorage.getItem('state'));
    return state && {...state, live: null};
  } catch { return null; }
}

/** A copy of the page stays with the browser, where it allows that. */
export function stayLoadable() {
  if (navigator.serviceWorker) navigator.serviceWorker.register('/worker.js').catch(() => {});
}

/** Posts an act. Resolves to {ok, text, status}. */
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(body),
    });
    const said = await answer.json().catch(() => ({}));
    return {ok: answer.ok, status: answer.status, text: said.error || said.text || '', wait: said.wait || 0};
  } catch {
    return {ok: false, status: 0, text: '', wait: 0};
  }
}

/** What the clocks of a state show at this moment: the state is a while old, and they go on. */
export function clocksNow(clock) {
  if (!clock) return {};
  const passed = (performance.now() - clock.at) / 1000;
  const left = (value, runs) => (Number.isFinite(value) ? Math.max(0, value - (runs ? passed : 0)) : null);
  return {shot: left(clock.shot_left, clock.runs), match: left(clock.match_left, clock.match_runs), limit: clock.shot_limit, paused: clock.paused};
}

/** The clocks of a state with the moment they came. */
export const stampClock = (state) => (state.live && state.live.clock ? {...state.live.clock, at: performance.now()} : null);

/** 605 -> "10:05" */
export const minutes = (s) => `${Math.floor(Math.ceil(s) / 60)}:${String(Math.ceil(s) % 60).padStart(2, '0')}`;

export const query = new URLSearchParams(location.search);

/** Sets text only where it changed, so that nothing flickers and screen readers stay calm. */
export function put(element, text) {
  const wanted = text === null || text === undefined ? '' : String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/** make('div', {class: 'x', text: 'y'}, child, …) */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'text') element.textContent = value;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}
