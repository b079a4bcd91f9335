// Proves that the pages show a match and change it, in a real browser.
// Usage: node pages.mjs PROGRAM, in the checkout; WHITEGLOVE_BROWSER is the folder with node_modules.
// WHITEGLOVE_SHOTS=DIR: pictures of every page are put there.
import {join} from 'node:path';
import {becomes, check, complaints, makeMatch, openBrowser, openPage, play, run, serve, upTo} from './harness.mjs';

const program = process.argv[2];
const shots = process.env.WHITEGLOVE_SHOTS;
const browser = await openBrowser();
const DOWN = /Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/;

async function shoot(page, name, options = {}) {
  if (shots) await page.screenshot({path: join(shots, name + '.png'), ...options});
}

/** A match that stands after entry `seq`, served; the callback gets it and all is cleared away after it. */
async function withMatch(seq, body, ...options) {
  const match = makeMatch(upTo(seq));
  const server = await serve(program, match.folder, 0, ...options);
  try {
    await body(server, match);
  } finally {
    await server.stop();
    match.remove();
    for (const context of browser.contexts()) await context.close();
  }
}

const takeBack = '#entries li:first-child button';

async function overlay_shows_a_ruling_within_half_a_second() {
  await withMatch(7, async (server, match) => {
    const page = await openPage(browser, server.base + '/overlay?backdrop=1', {width: 1920, height: 1080});
    await becomes(page, '#score-a', '4');
    check(await page.locator('#call').evaluate((e) => e.classList.contains('gone')), 'an old call is shown again');
    const times = [];
    for (const [seq, score] of [[8, 5], [9, 8], [13, 15]]) {
      play(match, upTo(seq));
      times.push(await becomes(page, '#score-a', score));
    }
    check(Math.max(...times) < 500, `it took ${times} ms`);
    console.log(`overlay: score shown ${times.join(', ')} ms after its line was written`);
    play(match, upTo(18));
    await becomes(page, '#break-points', '12');
    await shoot(page, 'overlay-break');
    play(match, upTo(24));
    await becomes(page, '#call-words', 'Foul and a miss, five');
    await becomes(page, '#call-why', 'first hit a ball not on: blue');
    await page.waitForTimeout(400);
    await shoot(page, 'overlay');
  });
}

async function overlay_obeys_its_address() {
  await withMatch(24, async (server) => {
    const plain = await openPage(browser, server.base + '/overlay');
    await becomes(plain, '#score-b', '21');
    const back = await plain.evaluate(() => getComputedStyle(document.body).backgroundColor);
    check(back === 'rgba(0, 0, 0, 0)', `the background is ${back}, not transparent`);
    const few = await openPage(browser, server.base + '/overlay?parts=score&theme=light&place=top&key=00ff00&size=1.5');
    await becomes(few, '#score-b', '21');
    check(await few.locator('#name-a').count() === 0, 'names are shown though only the score was asked for');
    check((await few.evaluate(() => document.body.style.background)).includes('0, 255, 0'), 'no colour to key');
    check((await few.locator('#bar').boundingBox()).y < 100, 'the bar is not on top');
    const zh = await openPage(browser, server.base + '/overlay?lang=zh');
    await becomes(zh, '#on small', '活球');
  });
}

async function overlay_survives_a_server_that_is_killed() {
  const match = makeMatch(upTo(7));
  let server = await serve(program, match.folder, 0);
  const page = await openPage(browser, server.base + '/overlay', undefined, DOWN);
  await becomes(page, '#score-a', '4');
  await server.stop('SIGKILL');
  await page.waitForFunction(() => document.documentElement.dataset.linked === 'false');
  await page.waitForTimeout(800);
  check(await page.locator('#score-a').textContent() === '4', 'the score is gone');
  check(await page.locator('#stage').evaluate((e) => getComputedStyle(e).opacity) === '1', 'the overlay is gone');
  play(match, upTo(9));
  server = await serve(program, match.folder, server.port);
  const took = await becomes(page, '#score-a', '8', 8000);
  console.log(`overlay: back ${took} ms after the server`);
  await server.stop();
  match.remove();
  await page.context().close();
}

async function scoreboard_has_score_and_last_three_breaks() {
  await withMatch(23, async (server, match) => {
    const page = await openPage(browser, server.base + '/scoreboard', {width: 1920, height: 1080});
    await becomes(page, '#side-b .points', '21');
    await becomes(page, '#break b', '5');
    check(await page.locator('#breaks li').count() === 3, 'not three breaks');
    const height = await page.locator('#side-a .points').evaluate((e) => parseFloat(getComputedStyle(e).fontSize));
    check(height > 300, `figures of ${height} px cannot be read across a room`);
    await shoot(page, 'scoreboard');
    play(match, upTo(24));
    await becomes(page, '#call', 'Foul and a miss');
    const box = await page.locator('footer').boundingBox();
    check(box.y + box.height <= 1081, 'the breaks are below the edge');
  });
}

async function table_has_every_ball_in_its_place() {
  await withMatch(27, async (server) => {
    const page = await openPage(browser, server.base + '/table', {width: 1440, height: 860});
    await page.waitForSelector('#table .ball');
    const state = await page.evaluate(() => fetch('/api/state').then((r) => r.json()));
    check(await page.locator('#table .ball').count() === Object.keys(state.state.pos).length, 'not all balls are drawn');
    const wrong = await page.evaluate((positions) => {
      const drawn = [...document.querySelectorAll('#table .ball')].map((b) => b.style.transform);
      return Object.values(positions).filter(([x, y]) => !drawn.some((t) => {
        const at = t.match(/-?[\d.]+(?:e-?\d+)?/g).map(Number);
        return Math.abs(at[0] - x) < 0.1 && Math.abs(at[1] + y) < 0.1;
      })).length;
    }, state.state.pos);
    check(wrong === 0, `${wrong} balls are in the wrong place`);
    check(await page.locator('.trail').count() > 0 && await page.locator('.order').count() === 3, 'no path or order of contacts');
    await page.waitForTimeout(300);
    await shoot(page, 'table');
  });
}

async function panel_nominates_and_takes_back() {
  await withMatch(8, async (server) => {
    const page = await openPage(browser, server.base + '/panel', {width: 390, height: 844});
    const board = await openPage(browser, server.base + '/overlay');
    await page.locator('#nominate .ball-button', {hasText: 'pink'}).click();
    await becomes(board, '#on-words', 'pink');
    await page.waitForTimeout(200);
    await shoot(page, 'panel-nominate');
    await page.locator('#toast button').click();
    await becomes(board, '#on-words', 'a colour');
    check(await page.locator('#entries li.undone').count() === 1, 'nothing is struck out');
  });
}

async function panel_settles_a_close_call() {
  await withMatch(27, async (server) => {
    const page = await openPage(browser, server.base + '/panel', {width: 390, height: 844});
    await becomes(page, '#ask-figures', '65 %');
    await becomes(page, '#ask-figures', 'pink: 35 %');
    await shoot(page, 'panel', {fullPage: true});
    await page.locator('#ask-buttons button', {hasText: 'FOUL AND A MISS'}).click();
    await becomes(page, '#side-b b', '27');
    await page.waitForFunction(() => document.querySelector('#ask').hidden);
    await becomes(page, '#choices', 'Play from where it lies');
    await page.waitForTimeout(200);
    await shoot(page, 'panel-choices');
    await page.locator('#choices button', {hasText: 'Play from where it lies'}).click();
    await page.waitForFunction(() => document.querySelector('#choices').hidden);
  });
}

async function panel_overrules_and_undoes() {
  await withMatch(24, async (server) => {
    const page = await openPage(browser, server.base + '/panel', {width: 390, height: 844});
    await becomes(page, '#side-a b', '25');
    await page.locator(takeBack).click();
    await becomes(page, '#side-a b', '20');
    await page.locator(takeBack).click(); // takes the taking back back
    await becomes(page, '#side-a b', '25');
    await page.locator('#correct summary').click();
    await page.locator('#set-a').fill('40');
    await page.locator('#set-buttons button').click();
    await page.locator('#set-buttons button').click();
    await becomes(page, '#side-a b', '40');
    await page.locator('#flag').selectOption('feet');
    await shoot(page, 'panel-correct', {fullPage: true});
  });
}

async function panel_works_by_keyboard_and_in_three_languages() {
  await withMatch(8, async (server) => {
    const page = await openPage(browser, server.base + '/panel?lang=nl', {width: 1200, height: 800});
    await becomes(page, '#nominate h2', 'Nomineren');
    await page.keyboard.press('5');
    await page.waitForSelector('#nominate .ball-button[aria-pressed=true]');
    await becomes(page, '#nominate .ball-button[aria-pressed=true]', 'roze');
    await page.keyboard.press('u');
    await page.waitForFunction(() => !document.querySelector('#nominate .ball-button[aria-pressed=true]'));
    await page.locator('#languages button', {hasText: '中文'}).click();
    await becomes(page, '#nominate', '黑球');
    await shoot(page, 'panel-wide');
    const small = await page.locator('button:visible').evaluateAll((all) => all.filter((b) => b.getBoundingClientRect().height < 44).map((b) => b.textContent));
    check(small.length === 0, `too small to hit: ${small}`);
  });
}

async function second_of_two_who_disagree_is_told() {
  await withMatch(24, async (server) => {
    const one = await openPage(browser, server.base + '/panel', {width: 390, height: 844});
    const two = await openPage(browser, server.base + '/panel', {width: 390, height: 844}, /409/);
    await becomes(one, '#choices', 'Play from where it lies');
    await becomes(two, '#choices', 'Put back');
    const slow = await two.evaluate(() => fetch('/api/state').then((r) => r.json()).then((s) => s.seq));
    await one.locator('#choices button', {hasText: 'Play from where it lies'}).click();
    await one.waitForFunction(() => document.querySelector('#choices').hidden);
    const answer = await two.evaluate(async (after) => {
      const r = await fetch('/api/act', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({act: 'choose', choice: 'offender_original', after})});
      return {status: r.status, ...(await r.json())};
    }, slow);
    check(answer.status === 409 && /first/.test(answer.error), JSON.stringify(answer));
    await two.waitForFunction(() => document.querySelector('#choices').hidden); // and sees what the other chose
  });
}

async function panel_asks_for_the_pin() {
  await withMatch(8, async (server) => {
    const page = await openPage(browser, server.base + '/panel', {width: 390, height: 844}, /403/);
    await page.locator('#pin').fill('0000');
    await page.locator('#login button').click();
    await becomes(page, '#toast', 'not the PIN');
    check(await page.locator('#desk').isHidden(), 'the desk is open without a PIN');
    await shoot(page, 'panel-pin');
    await page.locator('#pin').fill('2468');
    await page.locator('#login button').click();
    await page.waitForSelector('#nominate .ball-button');
    await page.locator('#nominate .ball-button', {hasText: 'black'}).click();
    await page.waitForSelector('#nominate .ball-button[aria-pressed=true]');
    const cookies = await page.context().cookies();
    check(cookies.length === 1 && cookies[0].httpOnly && cookies[0].sameSite === 'Strict', JSON.stringify(cookies));
    await page.locator('#logout').click();
    await page.waitForFunction(() => document.querySelector('#desk').hidden);
  }, '--pin', '2468');
}

async function no_page_had_an_error_or_asked_another_host() {
  check(complaints.length === 0, complaints.join('; '));
}

await run([
  overlay_shows_a_ruling_within_half_a_second, overlay_obeys_its_address, overlay_survives_a_server_that_is_killed,
  scoreboard_has_score_and_last_three_breaks, table_has_every_ball_in_its_place, panel_nominates_and_takes_back,
  panel_settles_a_close_call, panel_overrules_and_undoes, panel_works_by_keyboard_and_in_three_languages,
  second_of_two_who_disagree_is_told, panel_asks_for_the_pin, no_page_had_an_error_or_asked_another_host,
]);
