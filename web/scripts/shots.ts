import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { type Look, looks, meet, openBrowser, settled } from '../e2e/browser.ts';
import { pages, visitorPages } from '../e2e/pages.ts';

/**
 * Captures every page of a running gateway in light, dark, Arabic and phone size, into a folder git ignores.
 * `npm run shots -- --address http://127.0.0.1:3000 --username root --password …`
 */
const { values } = parseArgs({
  options: {
    address: { type: 'string', default: process.env.SWITCHYARD_ADDRESS ?? 'http://127.0.0.1:3000' },
    username: { type: 'string', default: process.env.SWITCHYARD_USERNAME ?? 'root' },
    password: { type: 'string', default: process.env.SWITCHYARD_PASSWORD ?? '' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(import.meta.dirname, '../dist-shots') },
  },
});

async function capture(browser: Browser, look: Look): Promise<void> {
  const { page, goTo, signIn, complaints, context } = await meet(browser, values.address, look);
  for (const [index, { name, path, prepare }] of [...visitorPages, ...pages].entries()) {
    if (index === visitorPages.length) await signIn(values.username, values.password);
    if (!name.includes(values.only)) continue;
    await goTo(path);
    await prepare?.(page);
    await settled(page);
    await page.screenshot({ path: join(values.out, `${name}-${look.name}.png`) });
  }
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  await context.close();
}

mkdirSync(values.out, { recursive: true });
const browser = await openBrowser();
try {
  for (const look of looks) await capture(browser, look);
} finally {
  await browser.close();
}
process.stdout.write(`${values.out}\n`);
