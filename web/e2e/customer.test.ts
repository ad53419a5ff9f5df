import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeEpay, fakeEpay } from '@switchyard/testing/third-parties/epay';
import OpenAI from 'openai';
import type { Browser } from 'playwright-core';
import { Type } from 'typebox';
import { type Look, looks, meet, openBrowser, type Person, settled } from './browser.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { addChannel, setOptions } from './operator.ts';

const model = 'gpt-5.6-luna';
const username = 'wanderer';
const password = 'a-long-Password-7';

const Users = Type.Object({
  items: Type.Array(Type.Object({ id: Type.Integer(), username: Type.String(), used_quota: Type.Integer() })),
});

let browser: Browser;
let gateway: Gateway;
let epay: FakeEpay;
let person: Person;
let key = '';

before(async () => {
  [browser, gateway, epay] = await Promise.all([openBrowser(), startGateway(), fakeEpay()]);
  await setOptions(gateway, {
    ServerAddress: gateway.address,
    PayAddress: epay.url,
    EpayId: epay.pid,
    EpayKey: epay.key,
    QuotaForNewUser: '0',
  });
  await addChannel(gateway, { name: 'first', models: [model] });
  person = await meet(browser, gateway.address);
});
after(async () => {
  await browser?.close();
  await Promise.all([gateway?.stop(), epay?.close()]);
});

test('somebody registers and signs in', async () => {
  const { page } = person;
  await person.goTo('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await person.signIn(username, password);
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
});

test('a wrong password is refused in the language of the page', async () => {
  const reader = await meet(browser, gateway.address, looks.find(({ language }) => language === 'zh') as Look);
  await reader.goTo('/login');
  await reader.page.locator('#username').fill(username);
  await reader.page.locator('#password').fill('another-Password-7');
  await reader.page.keyboard.press('Enter');
  await reader.page.getByText('用户名或密码错误').waitFor();
  await reader.close();
});

test('by keys one comes from the name to the password, and only then to the help for who forgot it', async () => {
  await setOptions(gateway, { SMTPServer: 'localhost', SMTPFrom: 'no-reply@example.com' });
  const visitor = await meet(browser, gateway.address);
  const { page } = visitor;
  await visitor.goTo('/login');
  await page.getByRole('link', { name: 'Forgot it?' }).waitFor();
  await page.locator('#username').press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'password');
  await visitor.close();
});

test('tops up at the gateway, and the credit is there when the gateway has told', async () => {
  const { page } = person;
  await person.goTo('/topup');
  await page.getByRole('button', { name: 'Top up' }).first().click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('500');
  await page.getByRole('button', { name: /^Pay .*3,650/ }).click();
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.getByText('scan to pay').waitFor();
  assert.equal(new URL(page.url()).origin, new URL(epay.url).origin);

  const [orderNo] = epay.orders.keys();
  epay.pay(String(orderNo));
  const told = await fetch(`${gateway.address}/api/user/epay/notify?${epay.notice(String(orderNo))}`);
  assert.equal(await told.text(), 'success');

  // Where the gateway sends its payers.
  await page.goto(String(epay.orders.get(String(orderNo))?.form.return_url));
  const receipt = page.getByRole('dialog');
  await receipt.getByText('Credited').first().waitFor();
  await receipt.getByRole('button', { name: 'Close' }).click();
  await page.locator('#content').getByText('$500.00', { exact: true }).first().waitFor();
});

test('who comes back while orders cannot be read is told that, and not that there are none', async () => {
  const { page } = person;
  const orders = '**/api/user/orders*';
  await page.route(orders, (route) => route.fulfill({ json: { success: false, message: 'Not now.' } }));
  await person.goTo('/checkout-success');
  await page.getByText('Not now.').waitFor();
  await page.unroute(orders);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment successful' }).waitFor();
  assert.match(await page.title(), /^Payment successful/);
});

test('makes a key and calls a model with the official openai package', async () => {
  const { page } = person;
  await person.goTo('/token');
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('laptop');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog', { name: 'Use laptop' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy the key laptop' }).click();
  await page.getByText(/^Copied/).waitFor();
  key = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(key, /^sk-[0-9A-Za-z]{48}$/);

  const client = new OpenAI({ apiKey: key, baseURL: `${gateway.address}/v1`, maxRetries: 5 });
  const answer = await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }] });
  assert.ok(answer.choices[0]?.message.content);
});

test('goes to the chat application of today, not to that of the last visit', async () => {
  const { page } = person;
  await setOptions(gateway, { ChatLink2: 'https://chat.example/#{key}' });
  await page.evaluate(() => localStorage.setItem('chat_link2', 'https://former.example/#{key}'));
  await page.route(/^https:\/\/(chat|former)\.example/, (route) => route.fulfill({ body: 'Chat' }));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/status', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/chat2link');
  await page.getByRole('heading', { level: 1 }).waitFor();
  release();
  await page.waitForURL(/\.example/);
  assert.equal(page.url(), `https://chat.example/#${key}`);
});

test('is told when the server did not confirm that the session has ended, which this browser cannot use any more', async () => {
  const leaver = await meet(browser, gateway.address);
  await leaver.signIn(username, password);
  const { page } = leaver;
  await page.route('**/api/user/logout', (route) => route.fulfill({ json: { success: false, message: 'Not now' } }));
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out in this browser only').waitFor();
  const cookies = await leaver.context.cookies();
  assert.ok(!cookies.some(({ name }) => name === 'session'));
  await leaver.close();
});

test('finds the call in the log with its charge, and in the dashboard', async () => {
  const { page } = person;
  let quota = 0;
  for (const until = Date.now() + 10_000; quota === 0; await sleep(200)) {
    quota = (await customer()).used_quota;
    assert.ok(Date.now() < until, 'The call is not charged.');
  }

  await person.goTo('/log');
  const row = page.getByRole('row', { name: new RegExp(model) });
  await row.getByText(`$${(quota / 500_000).toFixed(6)}`).waitFor();

  await person.goTo('/detail');
  await page.getByText(model).first().waitFor();
});

test('redeems a code, once', async () => {
  const { page } = person;
  const Codes = Type.Array(Type.String());
  const [code] = await gateway.root.call('POST', '/api/redemption/', Codes, { name: 'gift', quota: 500_000, count: 1 });
  await person.goTo('/topup');
  await page.getByRole('button', { name: 'Redeem a code' }).click();
  await page.getByRole('textbox', { name: 'Redemption code' }).fill(String(code));
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await page.getByText('Code redeemed').waitFor();
  await page.getByRole('button', { name: 'Redeem another' }).click();
  await page.getByRole('textbox', { name: 'Redemption code' }).fill(String(code));
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await page
    .getByText(/already|used|invalid/i)
    .first()
    .waitFor();
});

test('is signed out everywhere when an administrator disables the account', async () => {
  const { page } = person;
  const { id } = await customer();
  await gateway.root.call('POST', '/api/user/manage', Type.Unknown(), { id, action: 'disable' });
  await page.goto('/log');
  await page.waitForURL('**/login?expired=true');
  await settled(page);
  await page.getByText(/sign in again/i).waitFor();
});

test('meanwhile the browser had nothing to complain about', () => person.close());

/** As the administrator's list has it. */
async function customer() {
  const { items } = await gateway.root.call('GET', '/api/user/?p=1&page_size=10', Users);
  return items.find((user) => user.username === username) ?? assert.fail('There is no such user.');
}
