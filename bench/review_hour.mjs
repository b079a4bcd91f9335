// review_hour.mjs: how long does the review of a one-hour 1080p recording take to open, and a jump to any frame to answer?
// Usage: node bench/review_hour.mjs [PROGRAM [REVIEW_FILM [FILM]]], in the checkout, after a build. Needs some
// gigabytes in TMPDIR for a minute. Prints figures; nothing is asserted: a busy machine is slower. Once over HTTP, and,
// where Chromium and build/browser are there (scripts/browser.sh), as a person sees it: from opening the page to its
// first picture, and from moving the slider to that frame being drawn.
//
// The film is FILM, 1920x1080 (of a real table, say), or else a simulated stroke of some seconds, over and over, with whole pictures two seconds apart as cameras have
// them, and the copy for looking that refereeing such a film leaves. Rows and journal are as long as an hour's.
import {execFileSync, spawn} from 'node:child_process';
import {createRequire} from 'node:module';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const program = process.argv[2] || 'build/release/whiteglove', films = process.argv[3] || 'build/release/bench/review_film';
const given = process.argv[4];
const FPS = 25, JUMPS = 60, ROW = 208, BALLS = 24; // struct row of review/rows.h
const folder = mkdtempSync(join(tmpdir(), 'whiteglove-hour-')), dir = join(folder, 'match');
let child = null;
process.on('exit', () => { if (child) child.kill('SIGKILL'); rmSync(folder, {recursive: true, force: true}); });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const run = (name, ...args) => execFileSync(name, args, {stdio: ['ignore', 'ignore', 'inherit'], timeout: 600000});
const now = () => performance.now();

/** Processor time of the server so far, ms: what it needs by itself, however busy the machine is. */
function spent() {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').replace(/^.*\) /, '').split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** When each frame is shown, ns. */
const timesOf = (film) => execFileSync(films, ['times', film], {maxBuffer: 1 << 26, timeout: 600000}).toString().trimEnd().split('\n').map((text) => BigInt(text));

/** The times of all frames of the long film. */
function makeFilms() {
  const short = given || join(folder, 'short.mp4'), quick = join(folder, 'quick.mp4');
  if (!given) run(program, 'simulate', '--game', 'billiards', '--seed', '3', '--strokes', '1', '--no-people', '--pace', '0.3', '--fps', String(FPS), '--size', '1920x1080', '--quality', '20', '--out', short);
  run(films, 'scrub', short, quick);
  const once = timesOf(short), seconds = Number(once[once.length - 1]) / 1e9, times = Math.ceil(3600 / seconds);
  run(films, 'loop', short, String(times), join(folder, 'hour.mp4'));
  mkdirSync(dir);
  run(films, 'loop', quick, String(times), join(dir, 'scrub.mp4'));
  return timesOf(join(folder, 'hour.mp4'));
}

function writeRows(times) {
  const frames = times.length;
  const bytes = Buffer.alloc(16 + frames * ROW);
  bytes.write('wgrows1\0', 'latin1');
  bytes.writeUInt32LE(ROW, 8);
  bytes.writeUInt32LE(1, 12);
  for (let n = 0; n < frames; n++) {
    const at = 16 + n * ROW;
    bytes.writeBigInt64LE(times[n], at);
    bytes.writeUInt32LE(0xfffffe, at + 8);
    bytes.writeUInt32LE(0xfffffe, at + 12);
    for (let b = 1; b < BALLS; b++) {
      bytes.writeFloatLE(b * 70 - 800, at + 16 + 4 * b);
      bytes.writeFloatLE(200 * Math.sin(n / 50 + b), at + 16 + 4 * (BALLS + b));
    }
  }
  writeFileSync(join(dir, 'rows.bin'), bytes);
}

/** Strokes of the sample over and over, one every twelve seconds, so that there are three hundred. */
function writeJournal() {
  const lines = readFileSync('samples/frame.jsonl', 'utf8').trimEnd().split('\n').map((text) => JSON.parse(text));
  const strokes = lines.filter((line) => line.type === 'stroke'), out = [JSON.stringify(lines[0])];
  for (let i = 0; i < 300; i++) {
    const one = structuredClone(strokes[i % 2]), shift = i * 12 + 5 - one.stroke.events[0].t;
    one.t += shift;
    for (const event of one.stroke.events) event.t += shift;
    out.push(JSON.stringify(one));
  }
  writeFileSync(join(dir, 'journal.jsonl'), out.join('\n') + '\n');
  writeFileSync(join(dir, 'review.json'), JSON.stringify({type: 'review', video: join(folder, 'hour.mp4'), video_name: 'hour.mp4', width: 1920, height: 1080, fps: FPS, setup: {confirmed: true}}));
}

function serve() {
  child = spawn(program, ['review', dir, '--port', '0'], {stdio: ['ignore', 'pipe', 'inherit']});
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => { said += data; const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said); if (found) resolve(found[0]); });
    child.on('exit', () => reject(new Error('the server ended: ' + said)));
  });
}

async function get(url) {
  const start = now(), reply = await fetch(url), body = await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return {ms: now() - start, body};
}

const tell = (what, times) => {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(Math.floor(share * times.length), times.length - 1)].toFixed(0);
  console.log(`${what}: median ${at(0.5)} ms, 95 % below ${at(0.95)} ms, worst ${at(1)} ms`);
};

const times = makeFilms(), frames = times.length, hour = Number(times[frames - 1]) / 1e9;
writeRows(times);
writeJournal();
console.log(`film: ${(hour / 60).toFixed(1)} min, ${frames} frames 1920x1080, ${(statSync(join(folder, 'hour.mp4')).size / 1e6).toFixed(0)} MB`);
const start = now(), base = await serve();
const list = JSON.parse(Buffer.from((await get(base + '/api/review/list')).body));
await get(base + '/api/review/stroke/1');
await get(base + '/api/review/frame/' + Math.max(list.strokes[0].frame0, 0));
console.log(`opened: ${(now() - start).toFixed(0)} ms from the command to the first picture (${spent()} ms of processor), ${list.strokes.length} strokes`);
const jumps = [], steps = [], back = [];
let processor = 0;
for (let i = 0; i < JUMPS; i++) {
  const n = (i * 7919 * 13 + 11) % (frames - 20) + 10, before = spent();
  jumps.push((await get(`${base}/api/review/frame/${n}`)).ms);
  processor += spent() - before;
  if (i % 6 === 0) for (let k = 1; k <= 5; k++) steps.push((await get(`${base}/api/review/frame/${n + k}`)).ms);
  if (i % 6 === 0) for (let k = 4; k >= 1; k--) back.push((await get(`${base}/api/review/frame/${n + k}`)).ms);
}
tell('a jump to any frame, full picture', jumps);
console.log(`processor time of the server: ${(processor / JUMPS).toFixed(0)} ms a jump`);
tell('a step on', steps);
tell('a step back', back);

/** As a person sees it. */
async function inBrowser() {
  const {chromium} = createRequire(process.cwd() + '/build/browser/')('playwright-core');
  const browser = await chromium.launch({executablePath: process.env.WHITEGLOVE_CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], timeout: 100000});
  const page = await browser.newPage({viewport: {width: 1500, height: 950}}), begun = now();
  await page.goto(base + '/review');
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes' && document.documentElement.dataset.picture === 'yes', null, {timeout: 60000});
  console.log(`in a browser: page and first picture after ${(now() - begun).toFixed(0)} ms`);
  const times = await page.evaluate(async ([count, last]) => {
    const slider = document.getElementById('scrub'), times = [];
    for (let i = 0; i < count; i++) {
      const n = (i * 104729 + 17) % (last - 20) + 10, start = performance.now();
      slider.value = n;
      slider.dispatchEvent(new Event('input'));
      while (document.documentElement.dataset.frame !== String(n)) await new Promise((done) => setTimeout(done, 2));
      times.push(performance.now() - start);
    }
    return times;
  }, [JUMPS, frames]);
  tell('in a browser: the slider to any frame, until it is drawn', times);
  await browser.close();
}

if (existsSync('build/browser/node_modules/playwright-core')) await inBrowser();
else console.log('in a browser: not measured, playwright-core is not in build/browser');
process.exit(0);
