// Puts pictures together for the documentation: the overlay, as the pages draw it on nothing, over a picture of a table.
// Usage: node shots.mjs FOLDER, which has table.png and the shots of pages.mjs; WHITEGLOVE_BROWSER as there.
import {readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {openBrowser, run} from './harness.mjs';

const folder = process.argv[2];
const data = (name) => `data:image/png;base64,${readFileSync(join(folder, name)).toString('base64')}`;

async function lay(browser, names, out, width, height) {
  const context = await browser.newContext({viewport: {width, height}}), page = await context.newPage();
  await page.setContent(`<body style="margin:0;background:#000">${names.map((n) => `<img src="${data(n)}" style="position:absolute;left:0;top:0;width:100%;height:100%">`).join('')}`);
  await page.waitForFunction(() => [...document.images].every((i) => i.complete && i.naturalWidth));
  await page.screenshot({path: join(folder, out), type: 'jpeg', quality: 84});
  await context.close();
}

async function pictures_are_put_together() {
  const browser = await openBrowser();
  await lay(browser, ['table.png', 'overlay-call.png'], 'overlay.jpg', 1280, 720);
  await lay(browser, ['table.png', 'overlay-break.png'], 'overlay-break.jpg', 1280, 720);
  await lay(browser, ['burnt.png'], 'burnt.jpg', 1280, 720);
  for (const name of ['table.png', 'burnt.png', 'overlay-call.png', 'overlay-break.png']) rmSync(join(folder, name));
}

await run([pictures_are_put_together]);
