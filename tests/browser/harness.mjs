// harness.mjs: a match folder, a server for it, a browser, and cases that report like cmocka does.
import {spawn} from 'node:child_process';
import {appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export const lines = readFileSync('samples/frame.jsonl', 'utf8').trimEnd().split('\n');
export const complaints = []; // console errors, page errors, requests to another host

/** How many lines of the sample end with the ruling of entry `seq`. */
export const upTo = (seq) => lines.findIndex((text) => text.startsWith(`{"type":"ruling","of":${seq},`)) + 1;

export function makeMatch(count) {
  const folder = mkdtempSync(join(tmpdir(), 'whiteglove-browser-'));
  const journal = join(folder, 'journal.jsonl');
  writeFileSync(journal, lines.slice(0, count).map((text) => text + '\n').join(''));
  return {folder, journal, count, remove: () => rmSync(folder, {recursive: true})};
}

/** What a referee would write next: entry and ruling, each in one piece. */
export function play(match, until) {
  appendFileSync(match.journal, lines.slice(match.count, until).map((text) => text + '\n').join(''));
  match.count = until;
}

/** Starts `whiteglove show`; resolves when it says where it serves. */
export function serve(program, folder, port, ...options) {
  const child = spawn(program, ['show', folder, '--port', String(port), ...options], {stdio: ['ignore', 'pipe', 'inherit']});
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)));
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
      if (found) resolve({base: found[0].slice(0, -1), port: Number(found[1]), stop: (signal = 'SIGTERM') => { child.kill(signal); return ended; }});
    });
    ended.then((code) => reject(new Error(`the server ended with ${code}`)));
  });
}

export async function openBrowser() {
  const {chromium} = createRequire(process.env.WHITEGLOVE_BROWSER + '/')('playwright-core');
  return chromium.launch({executablePath: process.env.WHITEGLOVE_CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu']});
}

/** A page that tells on itself. `expected` matches what may go wrong while a server is down. */
export async function openPage(browser, url, size = {width: 1280, height: 720}, expected = /^$/) {
  const context = await browser.newContext({viewport: size});
  const page = await context.newPage(), host = new URL(url).host;
  const complain = (text) => { if (!expected.test(text)) complaints.push(`${url}: ${text}`); };
  page.on('console', (message) => { if (message.type() === 'error') complain(message.text()); });
  page.on('pageerror', (error) => complain(error.message));
  page.on('request', (request) => { if (new URL(request.url()).host !== host && !request.url().startsWith('data:')) complain('asked ' + request.url()); });
  await page.goto(url);
  return page;
}

export function check(condition, text) {
  if (!condition) throw new Error(text);
}

/** Text of an element, once it is `wanted`; fails after `ms`. Returns how long it took. */
export async function becomes(page, selector, wanted, ms = 5000) {
  const start = Date.now();
  await page.waitForFunction(([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, String(wanted)], {timeout: ms, polling: 20});
  return Date.now() - start;
}

export async function run(cases) {
  let failed = 0;
  for (const one of cases) {
    console.log(`[ RUN      ] ${one.name}`);
    try {
      await one();
      console.log(`[       OK ] ${one.name}`);
    } catch (error) {
      console.log(`[  FAILED  ] ${one.name}: ${error.message}`);
      failed++;
    }
  }
  if (!cases.length) failed = 1;
  process.exit(failed ? 1 : 0);
}
