import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, freeze, openDatabase } from '@switchyard/db';
import { signIn } from '@switchyard/deploy/single-node/demo/console-client.ts';
import type { Browser } from 'playwright-core';
import { Type } from 'typebox';
import { looks, meet, openBrowser, type Person } from './browser.ts';
import { faults, overflow } from './examine-pages.ts';
import { type Gateway, rootPassword, startGateway } from './gateway.ts';
import { addChannel } from './operator.ts';

const model = 'gpt-5.6-luna';
const username = 'wanderer';
const password = 'a-long-Password-7';

let browser: Browser;
let gateway: Gateway;
let db: Database;
let person: Person;
let userId = 0;
let key = '';

before(async () => {
  [browser, gateway] = await Promise.all([openBrowser(), startGateway()]);
  db = openDatabase({ url: gateway.databaseUrl, applicationName: 'test' });
  await addChannel(gateway, { name: 'first', models: [model] });
  const { root, address } = gateway;
  await root.call('POST', '/api/user/', Type.Unknown(), { username, password });
  const member = await signIn(address, username, password);
  userId = member.userId;
  await root.call('PUT', '/api/user/', Type.Unknown(), { id: userId, quota: 5_000_000 });
  const Named = Type.Object({ id: Type.Integer() });
  const token = await member.call('POST', '/api/token/', Named, { name: 'mine', unlimited_quota: true });
  const revealed = await member.call('POST', `/api/token/${token.id}/key`, Type.Object({ key: Type.String() }));
  key = revealed.key;
  person = await meet(browser, address);
  await person.signIn('root', rootPassword);
});
after(async () => {
  await db?.destroy();
  await browser?.close();
  await gateway?.stop();
});

/** Calls a model until the answer has this status: changes reach relays a moment later. */
async function callUntil(status: number): Promise<void> {
  const last = Date.now() + 20_000;
  for (;;) {
    const response = await fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
    });
    const text = await response.text();
    if (response.status === status) return;
    assert.ok(Date.now() < last, `${response.status} ${text}`);
    await sleep(200);
  }
}

/** As an audit does it; it is found in an hour, so that no audit of the gateway can see it mended before. */
function findBreach(): Promise<void> {
  const found = { invariant: 'balance-is-journal', detail: 'balance 7, journal 5' };
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('breaches')
      .values({ ...found, user_id: userId, found_at: new Date(Date.now() + 3_600_000) })
      .execute();
    await freeze(trx, userId, `${found.invariant}: ${found.detail}`);
  });
}

test('books in which nothing was found say that they add up', async () => {
  await person.goTo('/books');
  await person.page.getByRole('heading', { name: 'Everything adds up' }).waitFor();
  await callUntil(200);
});

test('a look that fails is told beside what was known, and is tried again by itself', async () => {
  const reader = await meet(browser, gateway.address);
  const { page } = reader;
  await reader.signIn('root', rootPassword);
  await page.clock.install();
  await reader.goTo('/books');
  const line = page.getByText('Open breaches: 0');
  const notice = page.getByRole('alert').filter({ hasText: 'Not now' });
  await line.waitFor();
  await page.route('**/api/books/', (route) => route.fulfill({ json: { success: false, message: 'Not now' } }));
  await page.clock.runFor('01:01');
  await notice.waitFor();
  await line.waitFor();
  await page.unroute('**/api/books/');
  await page.clock.runFor('01:01');
  await notice.waitFor({ state: 'detached' });
  await reader.close();
});

test('that the standing of the books cannot be read is told, though their lists can', async () => {
  const reader = await meet(browser, gateway.address);
  const { page } = reader;
  await reader.signIn('root', rootPassword);
  await page.route('**/api/books/', (route) => route.fulfill({ json: { success: false, message: 'Not now' } }));
  await reader.goTo('/books');
  await page.getByRole('heading', { name: 'Everything adds up' }).waitFor();
  const notice = page.getByRole('alert').filter({ hasText: 'Not now' });
  await notice.waitFor();
  await page.unroute('**/api/books/');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Open breaches: 0').waitFor();
  await reader.close();
});

test('a breach, a dead letter and the audits are shown in every look', async () => {
  await findBreach();
  await db
    .insertInto('dead_letters')
    .values({
      subject: 'usage.recorded',
      payload: '{"id":"a","charge":-1}',
      reason: '/charge must be >= 0',
      user_id: userId,
    })
    .execute();
  await db.insertInto('audit_runs').values({ scope: 'all', started_at: new Date(), users: 2, breaches: 1 }).execute();
  for (const look of looks) {
    const reader = await meet(browser, gateway.address, look);
    await reader.signIn('root', rootPassword);
    for (const [path, said] of [
      ['/books', 'balance 7, journal 5'],
      ['/books?tab=letters', '/charge must be >= 0'],
      ['/books?tab=audits', '2'],
      ['/user', username],
      [`/user/edit/${userId}`, 'balance-is-journal: balance 7, journal 5'],
    ] as const) {
      await reader.moveTo(path);
      await reader.page.getByText(said, { exact: true }).first().waitFor();
      assert.deepEqual(await faults(reader.page, look.rules), [], `${look.name} ${path}`);
      assert.equal(await overflow(reader.page), 0, `${look.name} ${path} is wider than the window.`);
    }
    await reader.close();
  }
});

test('the event of a dead letter is opened by the keyboard', async () => {
  const { page } = person;
  await person.goTo('/books?tab=letters');
  await page.getByRole('button', { name: /^Event of dead letter/ }).press('Enter');
  await page.getByText('"charge": -1').waitFor();
});

test('root has a dead letter booked again, sees why it fails once more, and dismisses it', async () => {
  const { page } = person;
  await person.goTo('/books?tab=letters');
  const row = page.getByRole('row', { name: /usage\.recorded/ });
  await row.getByRole('button', { name: /^Book again/ }).click();
  await row.getByText('event must have required properties', { exact: false }).waitFor();
  await page.getByText('Dead letters: 1').waitFor();
  await row.getByRole('button', { name: /^Dismiss/ }).click();
  const question = page.getByRole('dialog', { name: /^Dismiss dead letter/ });
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('The event was dismissed').waitFor();
  await row.getByText('Dismissed', { exact: true }).waitFor();
  await row.getByText('root', { exact: true }).waitFor();
  assert.equal(await row.getByRole('button', { name: /^(Book again|Dismiss)/ }).count(), 0);
  await page.getByText('Dead letters: 0').waitFor();
});

test('a frozen user is found from the breach and released, and is served again', async () => {
  const { page } = person;
  await callUntil(403);
  await person.goTo('/books');
  await page.getByText('The books do not add up').waitFor();
  await page
    .getByRole('row', { name: /balance-is-journal/ })
    .getByRole('link', { name: username })
    .click();
  const editor = page.getByRole('dialog', { name: `Edit ${username}` });
  await editor.getByRole('button', { name: 'Release' }).click();
  const question = page.getByRole('dialog', { name: `Release ${username}?` });
  await question.getByRole('button', { name: 'Release' }).click();
  await page.getByText('The account was released').waitFor();
  await editor.getByText('This account is frozen').waitFor({ state: 'detached' });
  await callUntil(200);
});

test('meanwhile the browser had nothing to complain about', () => person.close());
