import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { type Look, looks, meet, openBrowser, settled } from '../e2e/browser.ts';
import { rootPassword, startGateway } from '../e2e/gateway.ts';
import { pages, visitorPages } from '../e2e/pages.ts';

/**
 * Captures every page in light, dark, Arabic and phone size, into a folder git ignores. Starts a gateway with demo data.
 * `npm run shots -- --only wallet --language ja`
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    /** In place of the looks' own. */
    language: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, '../dist-shots') },
  },
});

async function capture(browser: Browser, look: Look): Promise<void> {
  // One gateway each: so many pages in a row are more calls than one person may make.
  const gateway = await startGateway({ demo: true });
  const { page, goTo, signIn, complaints, context } = await meet(browser, gateway.address, look);
  for (const [index, { name, path, prepare }] of [...visitorPages, ...pages].entries()) {
    if (index === visitorPages.length) await signIn('root', rootPassword);
    if (!name.includes(values.only)) continue;
    await goTo(path);
    await prepare?.(page);
    await settled(page);
    await page.screenshot({ path: join(values.out, `${name}-${look.name}.png`) });
  }
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  await context.close();
  await gateway.stop();
}

mkdirSync(values.out, { recursive: true });
const browser = await openBrowser();
try {
  for (const look of looks) {
    process.stdout.write(`${look.name} ...\n`);
    await capture(browser, { ...look, language: values.language ?? look.language });
  }
} finally {
  await browser.close();
}
process.stdout.write(`${values.out}\n`);
