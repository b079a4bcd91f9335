// Proves that a stroke can be looked at again on a page: scrub, zoom, ask, overrule, export, put balls back.
// Usage: node review.mjs PROGRAM FOLDER, in the checkout; WHITEGLOVE_BROWSER is the folder with node_modules.
// WHITEGLOVE_SHOTS=DIR: pictures of the pages are put there.
import {copyFileSync, mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {check, closePages, complaints, openBrowser, openPage, run, start, until, WAIT_MS} from './harness.mjs';

const [program, folder] = process.argv.slice(2);
const shots = process.env.WHITEGLOVE_SHOTS;

const serve = (...args) => start(program, ...args, '--port', '0');

await openBrowser();
const frameIs = (page, n) => until(page, (wanted) => document.documentElement.dataset.frame === String(wanted), n);
const ready = (page) => until(page, () => document.documentElement.dataset.ready === 'yes');
async function shoot(page, name) { if (shots) await page.screenshot({path: join(shots, name + '.jpg'), type: 'jpeg', quality: 82}); }

/** Bytes of the canvas: what is on it has changed when they have. */
const looks = (page, id) => page.evaluate((which) => document.getElementById(which).toDataURL(), id);

async function openReview(server, path = '/review') {
  const page = await openPage(server.base + path, {width: 1500, height: 950});
  await ready(page);
  return page;
}

// Made and refereed by tests/test_review_page.sh.
const film = join(folder, 'film.mp4'), review = join(folder, 'review');
const sample = join(folder, 'sample');
mkdirSync(sample);
copyFileSync('samples/frame.jsonl', join(sample, 'journal.jsonl'));

async function scrubbing_shows_exactly_that_frame(page) {
  check(await page.evaluate(() => document.documentElement.dataset.picture) === 'yes', 'there is no picture');
  const seen = new Map();
  for (const n of [0, 20, 7, 19, 21]) {
    await page.locator('#scrub').evaluate((e, value) => { e.value = value; e.dispatchEvent(new Event('input')); }, n);
    await frameIs(page, n);
    seen.set(n, await page.evaluate(async (k) => (await (await fetch('/api/review/frame/' + k)).blob()).size, n));
  }
  await page.locator('#step-on').click();
  await frameIs(page, 22);
  await page.locator('#step-back').click();
  await frameIs(page, 21);
  const again = await page.evaluate(async () => (await (await fetch('/api/review/frame/21')).blob()).size);
  check(again === seen.get(21), 'the same frame is another picture');
  await page.locator('#play').click();
  await until(page, () => Number(document.documentElement.dataset.frame) > 24);
  await page.locator('#play').click();
  await shoot(page, 'review');
}

async function zoom_follows_a_ball(page) {
  const wide = await looks(page, 'picture'), table = await looks(page, 'drawing');
  await page.locator('#follow').selectOption('white');
  await until(page, (old) => document.getElementById('picture').toDataURL() !== old, wide);
  await until(page, (old) => document.getElementById('drawing').toDataURL() !== old, table);
  check(Number(await page.locator('#zoom').inputValue()) > 1, 'it does not zoom');
  await shoot(page, 'review-zoom');
}

async function every_question_is_one_click(page) {
  check(await page.locator('#questions button').count() === 8, 'not eight questions');
  for (const word of ['first', 'touching', 'snookered', 'full-ball', 'before', 'in-d', 'baulk', 'moving']) {
    const old = await page.locator('#answer-text').textContent();
    await page.locator(`#questions [data-ask="${word}"]`).click();
    await until(page, (text) => document.querySelector('#answer-text').textContent !== text, old);
    await until(page, () => [...document.querySelectorAll('.answer-picture')].every((picture) => picture.naturalWidth > 0));
  }
  check(await page.locator('.answer-picture').count() === 1, 'not one picture for a moment');
  await page.locator('body').press('2');
  await until(page, () => document.querySelectorAll('.answer-picture').length === 2); // before and after
  await page.locator('#questions [data-ask="before"]').click();
  await until(page, (balls) => document.querySelectorAll('#answer-figures tr').length === balls, 2);
  await shoot(page, 'review-answer');
}

async function a_ball_that_is_tapped_is_followed(page) {
  await page.locator('#follow').selectOption('');
  await page.locator('#zoom').evaluate((e) => { e.value = 1; e.dispatchEvent(new Event('input')); });
  const box = await page.locator('#drawing').boundingBox(), balls = await page.evaluate(async () => (await (await fetch('/api/review/stroke/1')).json()).before);
  const table = await page.evaluate(async () => (await (await fetch('/api/review/list')).json()).table);
  await page.locator('#list button').first().click();
  const scale = Math.min(box.width / (table.length + 240), box.height / (table.width + 240));
  const tap = ({x, y}) => page.locator('#drawing').click({position: {x: box.width / 2 + scale * x, y: box.height / 2 - scale * y}});
  await tap(balls.red);
  await until(page, () => document.querySelector('#follow').value === 'red');
  await page.locator('#zoom').evaluate((e) => { e.value = 1; e.dispatchEvent(new Event('input')); });
  await tap({x: table.length / 2 + 60, y: 0}); // on the rail
  await until(page, () => document.querySelector('#follow').value === '');
}

async function what_stood_at_the_start_is_confirmed(page) {
  const asked = await page.locator('#setup').isVisible();
  if (!asked) return check(JSON.parse(readFileSync(join(review, 'review.json'))).setup.opening, 'nobody asks what stood');
  check(await page.locator('#setup-balls input:checked').count() === 2, 'not the balls that lie there');
  await page.locator('#setup-a').fill('12');
  await page.locator('#setup-confirm').click();
  await until(page, () => document.querySelector('#setup').hidden);
  check(await page.locator('#list li').count() === 1, 'the stroke is gone');
  check(/"A": ?12/.test(readFileSync(join(review, 'journal.jsonl'), 'utf8')), 'the score is not in the journal');
  await page.locator('#setup-open').click(); // what was confirmed can be put right
  await until(page, () => !document.querySelector('#setup').hidden);
  check(await page.locator('#setup-a').inputValue() === '12', 'it does not show what was confirmed');
  await page.locator('#setup-a').fill('15');
  await page.locator('#setup-confirm').click();
  await until(page, () => document.querySelector('#setup').hidden);
  check(/"A": ?15/.test(readFileSync(join(review, 'journal.jsonl'), 'utf8')), 'the score was not put right');
}

async function a_ruling_is_overruled_and_taken_back() {
  const server = await serve('review', sample);
  const page = await openReview(server);
  const rows = page.locator('#list li');
  check(await rows.count() > 10, 'not all strokes are listed');
  const doubtful = await page.locator('#list button.doubtful').first().getAttribute('data-n');
  await page.locator(`#list button[data-n="${doubtful}"]`).click();
  await until(page, (n) => document.querySelector('#call').textContent.startsWith(n + '.'), doubtful);
  const before = await page.locator('#call').textContent();
  await page.locator('#overrule .settle').first().click();
  await until(page, (text) => document.querySelector('#call').textContent !== text, before);
  check(readFileSync(join(sample, 'journal.jsonl'), 'utf8').includes('"settle"'), 'it is not in the journal');
  await page.locator('#list button[data-n="1"]').click();
  await until(page, () => document.querySelector('#call').textContent.startsWith('1.'));
  check((await page.locator('#clauses').textContent()).includes('3.11(b)(iv)'), 'the clause is not there');
  await page.locator('#undo').click();
  await until(page, () => document.querySelector('#list button[data-n="1"]').classList.contains('undone'));
  await page.locator('#redo').click();
  await until(page, () => !document.querySelector('#list button[data-n="1"]').classList.contains('undone'));
  await a_stroke_is_put_right(page);
  await two_pages_do_not_undo_each_other(server, page);
  await closePages(); // a page that still asks would complain
  await server.stop();
}

/** A ruling that nothing doubts is overruled by saying what happened; and a foul is raised that nobody could see. */
async function a_stroke_is_put_right(page) {
  const journal = () => readFileSync(join(sample, 'journal.jsonl'), 'utf8'), before = await page.locator('#call').textContent();
  await page.locator('#amend-title').click();
  await page.locator('#amend-first .ball-button', {hasText: 'red'}).click();
  await page.locator('#amend-send').click();
  await page.locator('#amend-send').click(); // it asks once
  await until(page, (text) => document.querySelector('#call').textContent !== text, before);
  check(journal().includes('"amend"'), 'what happened is not in the journal');
  await page.locator('#flag-title').click();
  await until(page, () => document.querySelector('#flag').options.length > 3);
  await page.locator('#flag').selectOption('push_stroke');
  await page.locator('#flag-enter').click();
  await until(page, () => document.querySelector('#call .tag.foul'));
  check(journal().includes('"flag":"push_stroke'), 'the foul is not in the journal');
  await shoot(page, 'review-overruled');
}

/** What was entered on one page in the meantime is not overwritten from another, and is shown there. */
async function two_pages_do_not_undo_each_other(server, page) {
  const other = await openReview(server), undone = (n) => !!document.querySelector(`#list button[data-n="${n}"].undone`);
  await page.locator('#list button[data-n="2"]').click();
  await until(page, () => document.querySelector('#call').textContent.startsWith('2.'));
  await page.locator('#undo').click();
  await until(page, undone, 2);
  await other.locator('#list button[data-n="3"]').click();
  await until(other, () => document.querySelector('#call').textContent.startsWith('3.'));
  await other.locator('#undo').click();
  await until(other, undone, 2);
  check(!await other.evaluate(undone, 3), 'it was entered by what had changed since');
  check((await other.locator('#toast').textContent()).length > 5, 'nobody says why');
  const refusal = complaints.findIndex((text) => text.includes('409')); // the browser's own line about it
  if (refusal >= 0) complaints.splice(refusal, 1);
}

async function exports_are_files(page) {
  for (const [kind, magic] of [['sheet.pdf', '%PDF'], ['still.png', 'PNG'], ['strokes.csv', 'stroke,'], ['report.html', '<!doctype'], ['clip.mp4', 'ftyp']]) {
    const waiting = page.waitForEvent('download', {timeout: WAIT_MS});
    await page.locator(`#exports a[data-kind="${kind}"]`).first().click();
    const download = await waiting, path = await download.path();
    check(readFileSync(path).subarray(0, 64).toString('latin1').includes(magic), `${kind} is something else`);
    check(download.suggestedFilename().endsWith(kind), `${kind} is called ${download.suggestedFilename()}`);
  }
}

async function balls_are_put_back_on_a_phone() {
  const server = await serve('replace', review, film);
  const page = await openPage(server.base + '/replace', {width: 390, height: 844});
  await until(page, () => document.querySelectorAll('#balls li').length > 1);
  check(await page.locator('#balls li[data-state]').count() > 1, 'no ball has a state');
  await page.locator('#balls li').first().click();
  await until(page, () => document.querySelector('#balls li.chosen'));
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it is wider than the phone');
  await shoot(page, 'replace');
  await closePages(); // a page that still asks would complain
  await server.stop();
}

/** Whatever is asked for, the answer is a refusal that says why, and the server goes on. */
async function hostile_requests_are_refused() {
  const server = await serve('review', review), huge = '9'.repeat(400);
  const bad = ['stroke/0', 'stroke/-1', 'stroke/x', 'stroke/', `stroke/${huge}`, 'stroke/2147483648', 'frame/-1', `frame/${huge}`, 'frame/nan', 'ask/1/why', 'ask/1', 'ask//first', 'ask/0/first', `ask/${huge}/first`,
    'picture/99/first', 'picture/1/..%2f..%2flist', 'export/../../etc/passwd', 'export/', 'export/sheet.pdf?stroke=0', `export/clip.mp4?stroke=${huge}`, 'export/still.png?stroke=1&frame=999999999999', 'setup', 'nothing', '%00', '..%2f..%2fetc%2fpasswd'];
  for (const path of bad) {
    const reply = await fetch(`${server.base}/api/review/${path}`);
    check(reply.status >= 400 && reply.status < 500, `${path.slice(0, 60)} got ${reply.status}`);
    check((await reply.text()).length > 5, `${path.slice(0, 60)} was refused without a word`);
  }
  const odd = ['tracks?from=-1e300&to=1e300', 'tracks?from=nan&to=inf', 'tracks', 'frame/1?w=-5', 'frame/1?w=99999999', 'frame/1?w=x'];
  for (const path of odd) {
    const reply = await fetch(`${server.base}/api/review/${path}`);
    check(reply.status < 500 && (await reply.arrayBuffer()).byteLength < 30e6, `${path} got ${reply.status}`);
  }
  const json = {method: 'POST', headers: {'Content-Type': 'application/json'}};
  for (const body of ['{', '[]', '{"scores":"much"}', '{"striker":7,"ball_on":"violet"}', `{"phase":"${'x'.repeat(9000)}"}`, '{"ball_on":[{"a":[[[1]]]}]}']) {
    const reply = await fetch(`${server.base}/api/review/setup`, {...json, body});
    check(reply.status >= 400 && reply.status < 500, `setup ${body.slice(0, 40)} got ${reply.status}`);
  }
  check((await fetch(`${server.base}/api/review/ask/1/first`)).ok, 'it does not answer any more');
  await server.stop();
  const back = await serve('replace', review, film);
  for (const [path, body] of [['state', null], ['picture?w=-1', null], ['name', '{"at":[1e9,0],"is":"red"}'], ['name', '{"at":"here","is":"red"}'], ['name', '{"is":3}'], ['name', '{"at":[null],"is":"violet"}'], ['nothing', null], ['name', null]]) {
    const reply = await fetch(`${back.base}/api/replace/${path}`, body ? {...json, body} : {});
    check(reply.status < 500, `replace/${path} got ${reply.status}`);
    if (body) check(reply.status === 422 || reply.status === 403, `replace/${path} took ${body}`);
  }
  await back.stop();
}

async function no_page_had_an_error_or_asked_another_host() {
  check(complaints.length === 0, complaints.join('; '));
}

/** One server and one page for all of it: a browser is slow to start on a busy machine. */
async function a_stroke_is_scrubbed_zoomed_asked_about_and_exported() {
  const server = await serve('review', review), page = await openReview(server);
  for (const part of [scrubbing_shows_exactly_that_frame, zoom_follows_a_ball, a_ball_that_is_tapped_is_followed, every_question_is_one_click, exports_are_files, what_stood_at_the_start_is_confirmed]) {
    console.log('             ' + part.name);
    await part(page);
  }
  await closePages(); // a page that still asks would complain
  await server.stop();
}

await run([
  a_stroke_is_scrubbed_zoomed_asked_about_and_exported,
  a_ruling_is_overruled_and_taken_back, balls_are_put_back_on_a_phone, hostile_requests_are_refused, no_page_had_an_error_or_asked_another_host,
]);
