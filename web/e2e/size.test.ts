import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { meet, openBrowser, settled } from './browser.ts';
import { type Gateway, startGateway } from './gateway.ts';

const mostBytes = 250_000;

let browser: Browser;
let gateway: Gateway;

before(async () => {
  [browser, gateway] = await Promise.all([openBrowser(), startGateway()]);
});
after(async () => {
  await browser?.close();
  await gateway?.stop();
});

test(`the first visit of the sign-in page loads at most ${mostBytes} bytes of script, compressed`, async () => {
  const person = await meet(browser, gateway.address);
  const scripts: Promise<number>[] = [];
  person.page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await person.page.goto('/login');
  await settled(person.page);
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 50_000 && bytes <= mostBytes, `It loads ${bytes} bytes.`);
  await person.close();
});
