// Proves that the pages show a match and change it, in a real browser.
// Usage: node pages.mjs PROGRAM [CASE...], in the checkout; WHITEGLOVE_BROWSER is the folder with node_modules.
// WHITEGLOVE_SHOTS=DIR: pictures of every page are put there (docs/pages/make.sh).
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {addClip, becomes, check, closePages, complaints, makeFolder, makeMatch, openBrowser, openPage, pause, play, run, serve, start, stateOf, until, upTo, WAIT_MS} from './harness.mjs';

const program = process.argv[2], shots = process.env.WHITEGLOVE_SHOTS;
const DOWN = /Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_NETWORK/;
const PHONE = {width: 390, height: 844}, TV = {width: 1920, height: 1080};
await openBrowser();

async function shoot(page, name, options = {}) {
  if (!shots) return;
  if (options.fullPage) await page.evaluate(() => scrollTo(0, 0));
  await pause(600); // what moves comes to rest
  const kind = options.omitBackground ? {path: join(shots, name + '.png')} : {path: join(shots, name + '.jpg'), type: 'jpeg', quality: 84};
  await page.screenshot({...kind, ...options});
}

/** A match that stands after entry `seq`, served; the callback gets it and all is ended after it. */
async function withMatch(seq, body, ...options) {
  const match = makeMatch(upTo(seq)), server = await serve(program, match.folder, 0, ...options);
  try {
    await body(server, match);
  } finally {
    await closePages(); // before the server: nothing is missed that is gone
    await server.stop();
  }
}

const takeBack = '#entries li:first-child > button';

/** A tap of somebody who looks at what the one before it has done: two taps at once would count as one. */
async function tap(page, selector, options) {
  await pause(700);
  await page.locator(selector, options).click();
}

/** A button that asks once: tapped until it is done, since it only waits for four seconds to be tapped again. */
async function surely(page, selector, isDone) {
  for (const end = Date.now() + WAIT_MS; Date.now() < end && !await isDone();) {
    await tap(page, selector);
    for (let i = 0; i < 10 && !await isDone(); i++) await pause(50);
  }
  check(await isDone(), `${selector} did nothing`);
}

// ---- overlay -------------------------------------------------------------------------------------------------------

async function overlay_shows_rulings_as_they_come() {
  await withMatch(7, async (server, match) => {
    const page = await openPage(server.base + '/overlay', TV);
    await becomes(page, '#score-a', '4');
    check(await page.locator('#call').evaluate((e) => e.classList.contains('gone')), 'an old call is shown again');
    const times = [];
    for (const [seq, score] of [[8, 5], [9, 8], [13, 15]]) {
      play(match, upTo(seq));
      times.push(await becomes(page, '#score-a', score));
    }
    console.log(`overlay: score shown ${times.join(', ')} ms after its line was written`);
    play(match, upTo(18));
    await becomes(page, '#break-points', '12');
    await shoot(page, 'overlay-break', {omitBackground: true});
    play(match, upTo(24));
    await becomes(page, '#call-words', 'Foul and a miss, five');
    await becomes(page, '#call-why', 'first hit a ball not on: blue');
    await shoot(page, 'overlay-call', {omitBackground: true});
  });
}

async function overlay_obeys_its_address() {
  await withMatch(24, async (server) => {
    const plain = await openPage(server.base + '/overlay');
    await becomes(plain, '#score-b', '21');
    const back = await plain.evaluate(() => getComputedStyle(document.body).backgroundColor);
    check(back === 'rgba(0, 0, 0, 0)', `the background is ${back}, not transparent`);
    const few = await openPage(server.base + '/overlay?parts=score&theme=light&place=top&key=00ff00&size=1.5');
    await becomes(few, '#score-b', '21');
    check(await few.locator('#name-a').count() === 0, 'names are shown though only the score was asked for');
    check((await few.evaluate(() => document.body.style.background)).includes('0, 255, 0'), 'no colour to key');
    check((await few.locator('#bar').boundingBox()).y < 100, 'the bar is not on top');
    const late = await openPage(server.base + '/overlay?delay=1&title=Club+final');
    await becomes(late, '#title', 'Club final');
    await becomes(late, '#score-b', '21');
    const zh = await openPage(server.base + '/overlay?lang=zh&theme=club');
    await becomes(zh, '#on small', '活球');
    check(await zh.locator('#stage.club').count() === 1, 'no theme');
  });
}

async function overlay_says_why_in_three_languages() {
  await withMatch(23, async (server, match) => {
    const nl = await openPage(server.base + '/overlay?lang=nl'), zh = await openPage(server.base + '/overlay?lang=zh');
    await becomes(nl, '#score-b', '21');
    await becomes(zh, '#score-b', '21');
    play(match, upTo(24));
    await becomes(nl, '#call-why', 'eerst een bal geraakt die niet on was: blauw');
    await becomes(zh, '#call-why', '首先击中非活球：蓝球');
  });
}

async function overlay_survives_a_server_that_is_killed() {
  const match = makeMatch(upTo(7));
  let server = await serve(program, match.folder, 0);
  const page = await openPage(server.base + '/overlay', undefined, DOWN);
  await becomes(page, '#score-a', '4');
  await until(page, () => navigator.serviceWorker.controller);
  await page.reload(); // so that what the page is made of has been kept
  await becomes(page, '#score-a', '4');
  await server.stop('SIGKILL');
  await until(page, () => document.documentElement.dataset.linked === 'false');
  await pause(800);
  check(await page.locator('#score-a').textContent() === '4', 'the score is gone');
  check(await page.locator('#stage').evaluate((e) => !e.classList.contains('off')), 'the overlay is gone');
  await until(page, () => navigator.serviceWorker.controller);
  await page.reload(); // a mixer that loads its source again just now
  await becomes(page, '#score-a', '4');
  play(match, upTo(9));
  server = await serve(program, match.folder, server.port);
  console.log(`overlay: back ${await becomes(page, '#score-a', '8')} ms after the server`);
  await server.stop();
}

// ---- scoreboard and table ------------------------------------------------------------------------------------------

async function scoreboard_has_score_and_last_three_breaks() {
  await withMatch(23, async (server, match) => {
    const page = await openPage(server.base + '/scoreboard', TV);
    await becomes(page, '#side-b .points', '21');
    await becomes(page, '#break b', '5');
    check(await page.locator('#breaks li').count() === 3, 'not three breaks');
    const height = await page.locator('#side-a .points').evaluate((e) => parseFloat(getComputedStyle(e).fontSize));
    check(height > 300, `figures of ${height} px cannot be read across a room`);
    await shoot(page, 'scoreboard');
    play(match, upTo(24));
    await becomes(page, '#call', 'Foul and a miss');
    for (const size of [TV, {width: 3840, height: 2160}, {width: 1280, height: 720}, {width: 800, height: 1280}]) {
      await page.setViewportSize(size);
      const out = await page.evaluate(() => [...document.querySelectorAll('h2, .points, footer, #call, #breaks li')].filter((e) => {
        const box = e.getBoundingClientRect();
        return box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1;
      }).map((e) => e.id || e.className || e.tagName));
      check(out.length === 0, `out of the screen at ${size.width} x ${size.height}: ${out}`);
    }
    for (const points of [21, 147, 1000]) {
      if (points > 21) await post(server, {act: 'set', state: {scores: {A: points, B: 0}}});
      if (points > 21) await becomes(page, '#side-a .points', points);
      for (const size of [TV, {width: 1024, height: 768}, PHONE]) {
        await page.setViewportSize(size);
        const wide = await page.locator('#side-a .points').evaluate((e) => e.scrollWidth - e.clientWidth);
        check(wide <= 1, `the score ${points} is ${wide} px too wide for its side at ${size.width} x ${size.height}`);
      }
    }
  });
}

/** What rules and match say in English has words on the pages: no button reads like code. */
async function every_choice_and_note_has_words() {
  await withMatch(8, async (server) => {
    const offered = readFileSync('rules/rules.h', 'utf8').match(/OPTION_LIST\(X\)([^]*?)requests that no ruling offers/)[1].match(/"[a-z_]+"/g).map((word) => word.slice(1, -1));
    check(offered.length > 25, 'the choices were not found');
    const kinds = ['contact', 'pocket', 'cushion', 'first', 'snookered', 'name'];
    const notes = ['red-3 on the table', 'next player 2', 'nobody saw where blue went', 'red-3 is 12 mm off its place', 'it tells of the stroke before, which was in question'];
    const page = await openPage(server.base + '/panel', PHONE);
    const bare = await page.evaluate(async ([choices, seen, noted]) => {
      const {speaker, LANGUAGES} = await import('/words.js'), plain = (word) => word.replace(/_/g, ' ');
      return Object.keys(LANGUAGES).flatMap((language) => {
        const words = speaker(language), own = language !== 'en';
        return [...choices.filter((word) => words.option(word) === plain(word)),
          ...(own ? [...seen.filter((word) => words.seen(word) === plain(word)), ...noted.filter((text) => words.note(text) === text || /[{}]/.test(words.note(text)))] : [])]
          .map((word) => `${language}: ${word}`);
      });
    }, [offered, kinds, notes]);
    check(bare.length === 0, `without words: ${bare.join(', ')}`);
    const said = await page.evaluate(async () => (await import('/words.js')).speaker('nl').call('FOUL, 4; red-3 gone'));
    check(said === 'Foul, 4; rood 3 weg', `the call is ${said}`);
  });
}

async function table_has_every_ball_in_its_place() {
  await withMatch(27, async (server) => {
    const page = await openPage(server.base + '/table', {width: 1440, height: 860});
    await page.waitForSelector('#table .ball');
    const state = await stateOf(server);
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
    check(await page.locator('#table .ball .mark').count() >= 6, 'no numbers and letters');
    check(await page.locator('.spot').count() >= 6, 'not all spots');
    await shoot(page, 'table');
  });
}

const SNOOKERED = {act: 'set', state: {striker: 'Ann Visser', phase: 'red', ball_on: ['red'], reds_left: 1, colours_left: ['yellow', 'green', 'brown', 'blue', 'pink', 'black'], cue_in_hand: false,
  pos: {cue: [-1300, 292], green: [-1047.5, 292], 'red-1': [900, 310], yellow: [-1047.5, -292], brown: [-1047.5, 0], blue: [0, 0], pink: [892.25, 0], black: [1460.5, 0]}}};

const post = (server, body) => fetch(server.base + '/api/act', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});

async function table_draws_the_lines_of_a_snooker() {
  await withMatch(8, async (server) => {
    const page = await openPage(server.base + '/table', {width: 1440, height: 860});
    await page.waitForSelector('#table .ball');
    check(await page.locator('.sight.blocked').count() === 0, 'a snooker is drawn where there is none');
    const answer = await post(server, SNOOKERED);
    check(answer.ok, `${answer.status} ${await answer.text()}`);
    await page.waitForSelector('.sight.blocked', {state: 'attached'});
    check(await page.locator('.sight').count() === 2, 'not a line to each edge');
    check(await page.locator('.snookering').count() === 1, 'the ball in the way is not marked');
    await becomes(page, '#sight', 'green');
    await shoot(page, 'table-snooker');
  });
}

// ---- panel ---------------------------------------------------------------------------------------------------------

async function panel_nominates_and_takes_back() {
  await withMatch(8, async (server) => {
    const page = await openPage(server.base + '/panel', PHONE), board = await openPage(server.base + '/overlay');
    await tap(page, '#nominate .ball-button', {hasText: 'pink'});
    await becomes(board, '#on-words', 'pink');
    await shoot(page, 'panel-nominate');
    await tap(page, '#entries li:first-child > button');
    await becomes(board, '#on-words', 'a colour');
    await until(page, () => document.querySelectorAll('#entries li.undone').length === 1);
  });
}

async function panel_settles_a_close_call_with_its_clip() {
  const match = makeMatch(upTo(27));
  addClip(match, 27);
  const server = await serve(program, match.folder, 0);
  try {
    const page = await openPage(server.base + '/panel', PHONE);
    await becomes(page, '#ask-figures', '65 %');
    await becomes(page, '#ask-figures', 'pink: 35 %');
    await page.waitForSelector('#ask-clip video');
    await until(page, () => document.querySelector('#ask-clip video').readyState >= 2);
    await page.locator('#ask-clip .speed').nth(2).click();
    check(await page.locator('#ask-clip video').evaluate((v) => v.playbackRate) === 0.25, 'not slow');
    await until(page, () => document.querySelector('#ask-clip video').currentTime > 0);
    await shoot(page, 'panel', {fullPage: true});
    await page.locator('#entries .watch').first().click();
    await page.waitForSelector('dialog video');
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('dialog'));
    await tap(page, '#ask-buttons button', {hasText: 'FOUL AND A MISS'});
    await becomes(page, '#side-b b', '27');
    await until(page, () => document.querySelector('#ask').hidden);
    await becomes(page, '#choices', 'Play from where it lies');
    await shoot(page, 'panel-choices');
    await tap(page, '#choices button', {hasText: 'Play from where it lies'});
    await until(page, () => document.querySelector('#choices').hidden);
  } finally {
    await closePages(); // before the server: nothing is missed that is gone
    await server.stop();
  }
}

async function panel_overrules_and_undoes() {
  await withMatch(24, async (server) => {
    const page = await openPage(server.base + '/panel', PHONE);
    await becomes(page, '#side-a b', '25');
    await tap(page, takeBack);
    await becomes(page, '#side-a b', '20');
    await tap(page, takeBack); // takes the taking back back
    await becomes(page, '#side-a b', '25');
    await tap(page, '#correct summary');
    await page.locator('#set-a').fill('40');
    await surely(page, '#set-buttons button', async () => (await stateOf(server)).sides.A.score === 40);
    await becomes(page, '#side-a b', '40');
    await page.locator('#flag').selectOption('feet');
    await shoot(page, 'panel-correct', {fullPage: true});
  });
}

async function panel_puts_right_what_the_camera_saw_wrongly() {
  await withMatch(27, async (server) => {
    const page = await openPage(server.base + '/panel', PHONE);
    await becomes(page, '#side-b b', '21');
    await tap(page, '#correct summary');
    check(await page.locator('#amend-send').isDisabled(), 'nothing was changed yet');
    await tap(page, '#amend-first .ball-button', {hasText: 'blue'});
    await until(page, () => !document.querySelector('#amend-send').disabled);
    await shoot(page, 'panel-amend', {fullPage: true});
    await surely(page, '#amend-send', async () => (await stateOf(server)).sides.B.score === 26); // five away
    await becomes(page, '#said-why', 'first hit a ball not on: blue');
    await becomes(page, '#side-b b', '26');
  });
}

async function two_taps_at_once_count_once() {
  await withMatch(24, async (server) => {
    const page = await openPage(server.base + '/panel', PHONE);
    await becomes(page, '#side-a b', '25');
    await page.locator(takeBack).dblclick();
    await becomes(page, '#side-a b', '20');
    await page.locator('#nominate, #choices, #entries').first().waitFor({state: 'attached'});
    const state = await stateOf(server, (s) => s.seq >= 25);
    check(state.seq === 25, `two taps made ${state.seq - 24} entries`);
    await page.evaluate(() => { for (const _ of [1, 2, 3]) document.querySelector('#entries li:first-child > button').click(); });
    await becomes(page, '#side-a b', '25');
    await pause(500);
    check((await stateOf(server)).seq === 26, 'more taps while the answer was awaited counted too');
  });
}

async function panel_works_by_keyboard_and_in_three_languages() {
  await withMatch(8, async (server) => {
    const page = await openPage(server.base + '/panel?lang=nl', {width: 1200, height: 800});
    await becomes(page, '#nominate h2', 'Nomineren');
    await page.waitForSelector('#nominate [data-key="5"]');
    await page.keyboard.press('5');
    await page.waitForSelector('#nominate .ball-button[aria-pressed=true]');
    await becomes(page, '#nominate .ball-button[aria-pressed=true]', 'roze');
    await until(page, () => !document.body.classList.contains('busy'));
    await page.keyboard.press('u');
    await until(page, () => !document.querySelector('#nominate .ball-button[aria-pressed=true]'));
    await becomes(page, '#entries', 'nominatie roze');
    await tap(page, '#languages button', {hasText: '中文'});
    await becomes(page, '#nominate', '黑球');
    await shoot(page, 'panel-wide');
    for (const detail of ['#correct', '#new-match']) await tap(page, detail + ' summary');
    await page.waitForSelector('#new-start');
    const small = await page.locator('button:visible').evaluateAll((all) => all.filter((b) => b.getBoundingClientRect().height < 44).map((b) => b.textContent));
    check(small.length === 0, `too small to hit: ${small}`);
    await page.setViewportSize(PHONE);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= PHONE.width, `the panel is ${wide} px wide on a phone of ${PHONE.width}`);
  });
}

async function every_ball_has_a_name_besides_its_colour() {
  await withMatch(8, async (server) => {
    const page = await openPage(server.base + '/panel', PHONE);
    await page.waitForSelector('#nominate .ball-button');
    const words = await page.locator('#nominate .ball-button').evaluateAll((all) => all.map((b) => [b.textContent.trim(), b.querySelector('svg text')?.textContent]));
    check(words.length === 6 && new Set(words.map(([name]) => name)).size === 6, JSON.stringify(words));
    check(new Set(words.map(([, mark]) => mark)).size === 6 && words.every(([, mark]) => mark), `marks: ${JSON.stringify(words)}`);
  });
}

async function second_of_two_who_disagree_is_told() {
  await withMatch(24, async (server) => {
    const one = await openPage(server.base + '/panel', PHONE), two = await openPage(server.base + '/panel', PHONE, /409/);
    await becomes(one, '#choices', 'Play from where it lies');
    await becomes(two, '#choices', 'Put back');
    const slow = await two.evaluate(() => fetch('/api/state').then((r) => r.json()).then((s) => s.seq));
    await tap(one, '#choices button', {hasText: 'Play from where it lies'});
    await until(one, () => document.querySelector('#choices').hidden);
    const answer = await two.evaluate(async (after) => {
      const r = await fetch('/api/act', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({act: 'choose', choice: 'offender_original', after})});
      return {status: r.status, ...(await r.json())};
    }, slow);
    check(answer.status === 409 && /first/.test(answer.error), JSON.stringify(answer));
    await until(two, () => document.querySelector('#choices').hidden); // and sees what the other chose
  });
}

async function panel_asks_for_the_pin() {
  await withMatch(8, async (server) => {
    const page = await openPage(server.base + '/panel', PHONE, /403|401/);
    await page.locator('#pin').fill('0000');
    await tap(page, '#login button');
    await becomes(page, '#toast', 'not the PIN');
    check(await page.locator('#desk').isHidden(), 'the desk is open without a PIN');
    await shoot(page, 'panel-pin');
    await page.locator('#pin').fill('2468');
    await tap(page, '#login button');
    await page.waitForSelector('#nominate .ball-button');
    await tap(page, '#nominate .ball-button', {hasText: 'black'});
    await page.waitForSelector('#nominate .ball-button[aria-pressed=true]');
    const cookies = await page.context().cookies();
    check(cookies.length === 1 && cookies[0].httpOnly && cookies[0].sameSite === 'Strict', JSON.stringify(cookies));
    await tap(page, '#logout');
    await until(page, () => document.querySelector('#desk').hidden);
  }, '--pin', '2468');
}

async function panel_starts_a_new_match() {
  const folder = makeFolder(), server = await serve(program, folder, 0);
  try {
    const page = await openPage(server.base + '/panel', PHONE);
    const begin = async (names) => {
      await page.waitForSelector('#new-match[open] .player', {state: 'attached'}).catch(() => {});
      for (const [i, name] of names.entries()) await page.locator('#new-match .player').nth(i).fill(name);
      await page.locator('#new-frames').fill('3');
      await surely(page, '#new-start', async () => (await stateOf(server)).match?.players[0] === names[0]);
    };
    await page.waitForSelector('#new-start');
    await page.locator('#new-game').selectOption({label: await page.locator('#new-game option', {hasText: /^Snooker \(/}).first().textContent()});
    await begin(['Cas', 'Dee']);
    await becomes(page, '#side-a span', 'Cas');
    await shoot(page, 'panel-new', {fullPage: true});
    const text = await page.locator('#frame').textContent();
    check(text.includes('1/3'), `the frame is ${text}`);
    await post(server, {act: 'set', state: {scores: {A: 12, B: 7}}});
    await becomes(page, '#side-a b', '12');
    if (!await page.locator('#new-match').evaluate((e) => e.open)) await tap(page, '#new-match summary');
    await begin(['Eva', 'Fay']);
    await becomes(page, '#side-a span', 'Eva');
    await becomes(page, '#side-a b', '0');
    check(/"Cas"/.test(readFileSync(join(folder, 'before-1', 'journal.jsonl'), 'utf8')), 'the match before is not kept');
  } finally {
    await closePages(); // before the server: nothing is missed that is gone
    await server.stop();
  }
}

// ---- a referee -----------------------------------------------------------------------------------------------------

async function clocks_go_on_when_another_program_keeps_the_match() {
  const folder = makeFolder(), shot = readFileSync('samples/sixred.jsonl', 'utf8').split('\n', 2);
  const referee = await start(program, 'referee', '-', '--game', 'sixred', '--players', 'Ann,Bo', '--match', folder, '--web', '0', '--plain', '--shot-clock', '3600');
  const server = await serve(program, folder, 0);
  try {
    const page = await openPage(server.base + '/overlay'), panel = await openPage(referee.base + '/panel', PHONE);
    for (const line of shot) referee.say(line);
    await until(page, () => /^\d+$/.test(document.querySelector('#clock-left').textContent));
    const before = await page.locator('#clock-left').textContent();
    await until(page, (text) => document.querySelector('#clock-left').textContent !== text, before); // it goes on by itself
    await tap(panel, '#clocks button', {hasText: 'Stop clock'});
    await until(page, () => document.querySelector('#clock').classList.contains('paused'));
    await panel.locator('#clocks button', {hasText: 'Start clock'}).waitFor();
  } finally {
    await closePages();
    await server.stop();
    await referee.stop();
  }
}

async function a_match_goes_through_all_pages() {
  const folder = makeFolder(), played = readFileSync('samples/sixred.jsonl', 'utf8').trimEnd().split('\n');
  const referee = await start(program, 'referee', '-', '--game', 'sixred', '--players', 'Ann,Bo', '--match', folder, '--web', '0', '--plain', '--frames', '3');
  try {
    const overlay = await openPage(referee.base + '/overlay', TV), board = await openPage(referee.base + '/scoreboard', TV);
    const table = await openPage(referee.base + '/table'), panel = await openPage(referee.base + '/panel', PHONE);
    for (const line of played.slice(0, -2)) referee.say(line); // the last stroke is of the next frame
    const end = await stateOf(referee, (s) => s.options.includes('claim_frame'));
    await becomes(overlay, '#score-a', end.sides.A.score);
    await becomes(overlay, '#score-b', end.sides.B.score);
    await becomes(board, '#side-a .points', end.sides.A.score);
    await becomes(panel, '#side-b b', end.sides.B.score);
    await until(table, (n) => document.querySelectorAll('#table .ball').length === n, Object.keys(end.live.balls || end.state.pos).length);
    await tap(panel, '#choices button', {hasText: 'Claim the frame'});
    await becomes(overlay, '#call-words', 'wins the frame');
    await becomes(board, '#call', 'wins the frame');
    await becomes(panel, '#frame-over h2', 'wins the frame');
    await tap(panel, '#frame-over button');
    await becomes(overlay, '#score-a', '0');
    check((await stateOf(referee)).match.frame === 2, 'not the second frame');
  } finally {
    await closePages();
    await referee.stop();
  }
}

async function no_page_had_an_error_or_asked_another_host() {
  check(complaints.length === 0, complaints.join('; '));
}

const cases = [
  overlay_shows_rulings_as_they_come, overlay_obeys_its_address, overlay_says_why_in_three_languages, overlay_survives_a_server_that_is_killed,
  scoreboard_has_score_and_last_three_breaks, every_choice_and_note_has_words, table_has_every_ball_in_its_place, table_draws_the_lines_of_a_snooker, panel_nominates_and_takes_back,
  panel_settles_a_close_call_with_its_clip, panel_overrules_and_undoes, panel_puts_right_what_the_camera_saw_wrongly, two_taps_at_once_count_once, panel_works_by_keyboard_and_in_three_languages,
  every_ball_has_a_name_besides_its_colour, second_of_two_who_disagree_is_told, panel_asks_for_the_pin, panel_starts_a_new_match,
  clocks_go_on_when_another_program_keeps_the_match, a_match_goes_through_all_pages, no_page_had_an_error_or_asked_another_host,
];
const wanted = process.argv.slice(3);
await run(wanted.length ? cases.filter((one) => wanted.includes(one.name)) : cases);
