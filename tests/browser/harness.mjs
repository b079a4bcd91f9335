// harness.mjs: a match folder, servers for it, a browser, and cases that report like cmocka does.
//
// Nothing in here depends on how fast the machine is: what must happen is waited for, up to WAIT_MS; times are printed,
// never checked. Whatever was started is ended, also when a case fails, hangs, or the script is killed: every child is
// known, and a watchdog ends the whole after WATCHDOG_MS and says where it stood.
import {spawn} from 'node:child_process';
import {appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export const WAIT_MS = 60000;
const WATCHDOG_MS = 270000; // about twenty seconds on an idle machine

export const lines = readFileSync('samples/frame.jsonl', 'utf8').trimEnd().split('\n');
export const complaints = []; // console errors, page errors, requests to another host
const children = new Set(), folders = new Set();
let browser = null, current = 'nothing yet';

// ---- ending --------------------------------------------------------------------------------------------------------

function clearAway() {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, {recursive: true, force: true, maxRetries: 5});
}

async function end(code) {
  const closed = browser ? Promise.race([browser.close().catch(() => {}), pause(5000)]) : null;
  await closed;
  clearAway();
  process.exit(code);
}

setTimeout(() => {
  console.log(`[  FAILED  ] the whole took longer than ${WATCHDOG_MS / 1000} s; it was at ${current}`);
  end(1);
}, WATCHDOG_MS).unref();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(1));
process.on('exit', clearAway);

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// ---- matches and servers -------------------------------------------------------------------------------------------

/** How many lines of the sample end with the ruling of entry `seq`. */
export const upTo = (seq) => lines.findIndex((text) => text.startsWith(`{"type":"ruling","of":${seq},`)) + 1;

export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'whiteglove-browser-'));
  folders.add(folder);
  return folder;
}

export function makeMatch(count) {
  const folder = makeFolder(), journal = join(folder, 'journal.jsonl');
  writeFileSync(journal, lines.slice(0, count).map((text) => text + '\n').join(''));
  return {folder, journal, count};
}

/** What a referee would write next: entry and ruling, each in one piece. */
export function play(match, until) {
  appendFileSync(match.journal, lines.slice(match.count, until).map((text) => text + '\n').join(''));
  match.count = until;
}

/** A clip of an entry, as the recorder would leave it. */
export function addClip(match, seq) {
  mkdirSync(join(match.folder, 'clips'), {recursive: true});
  cpSync('samples/stroke.mp4', join(match.folder, 'clips', `${seq}.mp4`));
}

/** Starts the program; resolves when it says where it serves. `say` writes to its standard input. */
export function start(program, ...options) {
  const child = spawn(program, options, {stdio: ['pipe', 'pipe', 'inherit']});
  children.add(child);
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve) => child.on('exit', (code) => { children.delete(child); resolve(code); }));
  const stop = (signal = 'SIGTERM') => {
    child.kill(signal);
    const firm = setTimeout(() => child.kill('SIGKILL'), 20000);
    return ended.finally(() => clearTimeout(firm));
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`the server did not say where it serves: ${said}`)), WAIT_MS);
    child.stdout.on('data', (data) => {
      said += data;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
      if (!found) return;
      clearTimeout(late);
      resolve({base: found[0].slice(0, -1), port: Number(found[1]), stop, say: (text) => child.stdin.write(text + '\n')});
    });
    ended.then((code) => { clearTimeout(late); reject(new Error(`the server ended with ${code}`)); });
  });
}

export const serve = (program, folder, port, ...options) => start(program, 'show', folder, '--port', String(port), ...options);

/** The state that a server shows, as soon as it fits. */
export async function stateOf(server, fits = () => true) {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const state = await fetch(server.base + '/api/state').then((r) => (r.ok ? r.json() : null)).catch(() => null);
    if (state && fits(state)) return state;
    check(Date.now() < until, 'the state never became what it should');
    await pause(50);
  }
}

// ---- pages ---------------------------------------------------------------------------------------------------------

export async function openBrowser() {
  const {chromium} = createRequire(process.env.WHITEGLOVE_BROWSER + '/')('playwright-core');
  browser = await chromium.launch({
    executablePath: process.env.WHITEGLOVE_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
    timeout: 100000,
  });
  return browser;
}

/** A page that tells on itself. `expected` matches what may go wrong while a server is down. */
export async function openPage(url, size = {width: 1280, height: 720}, expected = /^$/) {
  const context = await browser.newContext({viewport: size});
  context.setDefaultTimeout(WAIT_MS);
  context.setDefaultNavigationTimeout(WAIT_MS);
  const page = await context.newPage(), host = new URL(url).host;
  const complain = (text) => { if (!expected.test(text)) complaints.push(`${url}: ${text}`); };
  page.on('console', (message) => { if (message.type() === 'error') complain(message.text()); });
  page.on('pageerror', (error) => complain(error.message));
  page.on('request', (request) => { if (new URL(request.url()).host !== host && !/^(data|blob):/.test(request.url())) complain('asked ' + request.url()); });
  await page.goto(url);
  return page;
}

export async function closePages() {
  for (const context of browser.contexts()) await Promise.race([context.close().catch(() => {}), pause(10000)]);
}

export function check(condition, text) {
  if (!condition) throw new Error(text);
}

/** Waits until the text of an element has `wanted` in it. Returns how long it took. */
export async function becomes(page, selector, wanted) {
  const start = Date.now();
  try {
    await page.waitForFunction(([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, String(wanted)], {polling: 30});
  } catch {
    const now = await page.locator(selector).first().textContent().catch(() => 'not there');
    throw new Error(`${selector} never said "${wanted}" but "${now}"`);
  }
  return Date.now() - start;
}

/** Waits for something to become true on a page. */
export const until = (page, test, argument) => page.waitForFunction(test, argument, {polling: 30});

export async function run(cases) {
  let failed = 0;
  for (const one of cases) {
    current = one.name;
    console.log(`[ RUN      ] ${one.name}`);
    try {
      await one();
      console.log(`[       OK ] ${one.name}`);
    } catch (error) {
      console.log(`[  FAILED  ] ${one.name}: ${error.message}`);
      failed++;
    }
    await closePages();
  }
  if (!cases.length) failed = 1;
  await end(failed ? 1 : 0);
}
