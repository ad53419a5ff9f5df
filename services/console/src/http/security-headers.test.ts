import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { setOptions } from '../testing/set-options.ts';

let testing: TestConsole;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

async function policy(): Promise<string> {
  await testing.options.read();
  const { headers } = await testing.visitor().request('GET', '/api/status');
  return String(headers['content-security-policy']);
}

test('while no widget is switched on, scripts are our own and nothing is framed', async () => {
  const text = await policy();
  assert.match(text, /script-src 'self';/);
  assert.doesNotMatch(text, /frame-src|cloudflare|telegram|airwallex/);
});

test('pictures, songs and videos come from https, whoever keeps them', async () => {
  assert.match(await policy(), /img-src 'self' data: https:; media-src 'self' https:;/);
});

test('a widget that is switched on is allowed, and with it nothing else', async () => {
  await setOptions(testing, { TurnstileCheckEnabled: 'true' });
  const text = await policy();
  assert.match(text, /script-src 'self' https:\/\/challenges\.cloudflare\.com;/);
  assert.match(text, /frame-src https:\/\/challenges\.cloudflare\.com;/);
  await setOptions(testing, { TurnstileCheckEnabled: 'false', TelegramOAuthEnabled: 'true', EnabledAirwallex: 'true' });
  const other = await policy();
  assert.match(other, /script-src 'self' https:\/\/telegram\.org https:\/\/\*\.airwallex\.com;/);
  assert.match(other, /connect-src 'self' https:\/\/\*\.airwallex\.com;/);
  assert.doesNotMatch(other, /cloudflare/);
});

test('windows that a page opens are cut off from it, but for Telegram’s button, which waits for its own', async () => {
  const openerPolicy = async (url: string) => {
    await testing.options.read();
    const { headers } = await testing.visitor(url).request('GET', '/login');
    return headers['cross-origin-opener-policy'];
  };
  await setOptions(testing, { TelegramOAuthEnabled: 'false' });
  assert.equal(await openerPolicy('http://localhost:3000'), 'same-origin');
  await setOptions(testing, { TelegramOAuthEnabled: 'true' });
  assert.equal(await openerPolicy('http://localhost:3000'), 'same-origin-allow-popups');
  assert.equal(await openerPolicy('http://gateway.example.com'), undefined, 'not where browsers ignore it');
});

test('pages whose address signs somebody in tell it to nobody, not even to this site', async () => {
  for (const [path, referrerPolicy] of [
    ['/user/reset?email=ann@example.com&token=secret', 'no-referrer'],
    ['/oauth/github?code=secret&state=x', 'no-referrer'],
    ['/oauth/telegram', 'no-referrer'],
    ['/login', 'same-origin'],
    ['/user', 'same-origin'],
    ['/user/resettled', 'same-origin'],
  ] as const) {
    const { headers } = await testing.visitor().request('GET', path);
    assert.equal(headers['referrer-policy'], referrerPolicy, path);
  }
});

test('the app leaves that to the header, which a meta element would override', () => {
  const page = readFileSync(new URL('../../../../web/index.html', import.meta.url), 'utf8');
  assert.doesNotMatch(page, /name="referrer"/);
});

test('of a page of the operator that lies elsewhere its origin is framed, and markup adds nothing', async () => {
  await setOptions(testing, {
    TelegramOAuthEnabled: 'false',
    EnabledAirwallex: 'false',
    About: "https://about.example.com/us; script-src 'unsafe-inline'",
    Notice: '<p>https://notice.example.com</p>',
  });
  const text = await policy();
  assert.match(text, /frame-src https:\/\/about\.example\.com;/);
  assert.doesNotMatch(text, /notice\.example|script-src[^;]*unsafe/);
});

test('settings that must be read again keep nobody waiting: the last policy stands', async () => {
  const last = await policy();
  testing.options.forget();
  const { headers } = await testing.visitor().request('GET', '/api/nothing');
  assert.equal(headers['content-security-policy'], last);
});
