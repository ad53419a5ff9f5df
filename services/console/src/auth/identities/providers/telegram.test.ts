import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Options, Secrets } from '@switchyard/contracts';
import { telegramLogin } from '@switchyard/testing/third-parties/telegram';
import type { Config } from '../../../config.ts';
import { Refusal } from '../../../http/answer.ts';
import { type TelegramLogin, telegram } from './telegram.ts';

const botToken = '123456789:demo-bot-token-AAAA';
const at = 1_795_248_000;
const ada = {
  id: '424242',
  first_name: 'Ada',
  username: 'ada_l',
  photo_url: 'https://t.me/i/userpic/320/ada.jpg',
};
const signed = {
  ...ada,
  auth_date: String(at),
  hash: '49afdf77d3a1f06718268a10505b8ef36e9804cf1c594d22fdf58ec193a2bcd8',
};
const withLang = '0d2d1600f4d685b7f85fc363a7e1162271a91c26940fdc9e1a957216a96b22ba';
const withoutToken = '0a84f460f59dbe2a2a0f40bf03cadbe3ad7e93bdbc1c843e89ced671d641142e';

function identify(login: TelegramLogin, token = botToken, nowSeconds = at + 1) {
  const setup = { options: {} as Options, secrets: { TelegramBotToken: token } as Secrets, config: {} as Config };
  return telegram.connect(setup).identify(login, nowSeconds * 1000);
}

test('what the bot has signed names its subject', () => {
  assert.deepEqual(identify(signed), { subject: '424242', name: 'ada_l' });
});

test('a language is no hindrance, whether the page added it or Telegram signed it', () => {
  assert.ok(!(identify({ ...signed, lang: 'en' }) instanceof Refusal));
  assert.ok(!(identify({ ...signed, lang: 'en', hash: withLang }) instanceof Refusal));
  assert.ok(identify({ ...signed, hash: withLang }) instanceof Refusal, 'signed with it, sent without');
});

test('without a token nothing is signed, though its key is known to everybody', () => {
  assert.equal(telegramLogin('', ada, at).hash, withoutToken);
  assert.ok(identify({ ...signed, hash: withoutToken }, '') instanceof Refusal);
});

for (const [what, changed] of Object.entries<Partial<TelegramLogin>>({
  'another id': { id: '424243' },
  'another name': { first_name: 'Eve' },
  'a name that was not signed': { last_name: 'L' },
  'another time': { auth_date: String(at + 1) },
  'another signature': { hash: '0'.repeat(64) },
})) {
  test(`${what} is refused`, () => {
    assert.ok(identify({ ...signed, ...changed }) instanceof Refusal);
  });
}

test('a name that holds lines of its own cannot pass for another id', () => {
  const mallory = { id: '666', first_name: 'A\nid=424242\nlast_name=x' };
  const { auth_date, hash = '' } = telegramLogin(botToken, mallory, at);
  const forged = { auth_date: auth_date ?? '', hash, first_name: 'A', id: '424242', last_name: 'x\nid=666' };
  assert.ok(identify(forged) instanceof Refusal);
});

for (const [ageSeconds, isAccepted] of [
  [300, true],
  [301, false],
  [-30, true],
  [-31, false],
] as const) {
  test(`a signature ${ageSeconds} s old is ${isAccepted ? 'accepted' : 'refused'}`, () => {
    assert.equal(!(identify(signed, botToken, at + ageSeconds) instanceof Refusal), isAccepted);
  });
}
