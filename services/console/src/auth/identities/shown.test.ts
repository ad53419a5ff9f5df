import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deriveKeys } from '@switchyard/crypto';
import { openMail } from '@switchyard/mail';
import { type TelegramPerson, telegramLogin } from '@switchyard/testing/third-parties/telegram';
import { sql } from 'kysely';
import { setOptions } from '../../testing/set-options.ts';
import { botToken, type IdentityConsole, identityConsole } from './testing.ts';

for (const store of ['memory', 'redis'] as const) {
  describe(`with limits in ${store}`, () => {
    let console: IdentityConsole;
    let people = 0;
    const began = Date.now() / 1000;
    let signed = 0;
    before(async () => {
      console = await identityConsole(store === 'redis');
    });
    after(() => console.close());

    function newPerson(): TelegramPerson {
      const id = String(700_000 + ++people);
      return { id, first_name: 'Ada', username: `ada${id}` };
    }

    /** What Telegram signs, each time of another second: the same text twice would be one that was used. */
    function telegramCall(person: TelegramPerson, name = 'login', atSeconds = began - ++signed): string {
      const fields = telegramLogin(botToken, person, Math.floor(atSeconds));
      return `/api/oauth/telegram/${name}?${new URLSearchParams(fields)}`;
    }

    function countIdentities(provider: string) {
      return console.testing.db.selectFrom('identities').select('subject').where('provider', '=', provider).execute();
    }

    test('Telegram: a newcomer becomes a user and comes back as the same; what was signed counts once', async () => {
      const person = newPerson();
      const call = telegramCall(person);
      const first = await console.browser().get(`${call}&lang=en`);
      assert.equal(first.data.username, `telegram_${person.id}`);
      assert.match((await console.browser().get(call)).message, /used before/);
      const later = await console.browser().get(telegramCall(person));
      assert.equal(later.data.id, first.data.id);
    });

    test('Telegram: what is old, forged, doubled or incomplete is refused and makes no user', async () => {
      const known = (await countIdentities('telegram')).length;
      const call = telegramCall(newPerson());
      for (const url of [
        telegramCall(newPerson(), 'login', Date.now() / 1000 - 302),
        telegramCall(newPerson(), 'login', Date.now() / 1000 + 60),
        call.replace(/id=(\d)/, 'id=9$1'),
        call.replace(/id=\d+/, 'id=0'),
        `${call}&id=1`,
        `${call}&first_name=Eve`,
        `${call}&last_name=Eve`,
        call.replace(/hash=\w+/, `hash=${'0'.repeat(64)}`),
        call.replace(/&hash=\w+/, ''),
        call.replace(/&auth_date=\d+/, ''),
      ]) {
        const answer = await console.browser().request('GET', url);
        assert.equal(answer.statusCode, 200, url);
        assert.equal(answer.json().success, false, url);
      }
      assert.equal((await countIdentities('telegram')).length, known);
      assert.equal((await console.browser().get(`${call}&extra=1`)).success, true, 'other keys mean nothing');
    });

    test('Telegram: a signed-in user binds; the second name of the call demands a session', async () => {
      const person = newPerson();
      const { username, visitor } = await console.newUser();
      const anonymous = await console.browser().request('GET', telegramCall(person, 'bind'));
      assert.equal(anonymous.statusCode, 401);
      assert.deepEqual(await visitor.get(telegramCall(person, 'bind')), { success: true, message: 'bind' });
      const signedIn = await console.browser().get(telegramCall(person));
      assert.equal(signedIn.data.username, username);
      const other = await console.newUser();
      assert.match((await other.visitor.get(telegramCall(person))).message, /already bound/);
    });

    test('Telegram and WeChat: binding needs a sign-in of the last 10 minutes, and uses nothing up before', async () => {
      const { id, visitor } = await console.newUser();
      const [call, code] = [telegramCall(newPerson()), console.wechat.codeFor('oLate')];
      await sql`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = ${id}`.execute(
        console.testing.db,
      );
      for (const url of [call, `/api/oauth/wechat?code=${code}`]) {
        const answer = await visitor.request('GET', url);
        assert.equal(answer.headers['x-recent-sign-in'], 'required');
      }
      await sql`UPDATE sessions SET authenticated_at = now() WHERE user_id = ${id}`.execute(console.testing.db);
      assert.equal((await visitor.get(call)).message, 'bind');
      assert.equal((await visitor.get(`/api/oauth/wechat?code=${code}`)).message, 'bind');
    });

    test('WeChat: a newcomer becomes a user, and every later sign-in is told to the owner', async () => {
      const first = await console.browser().get(`/api/oauth/wechat?code=${console.wechat.codeFor('oNew')}`);
      assert.match(first.data.username, /^wechat_[0-9a-z]{10}$/);
      await console.testing.db
        .updateTable('users')
        .set({ email: 'follower@example.com' })
        .where('id', '=', first.data.id)
        .execute();
      const again = await console.browser().get(`/api/oauth/wechat?code=${console.wechat.codeFor('oNew')}`);
      assert.equal(again.data.id, first.data.id);
      const { optionKey } = deriveKeys(console.testing.config.secret);
      const mails = await console.testing.db.selectFrom('mails').select(['id', 'sealed']).execute();
      const told = mails.map((row) => openMail(optionKey, row)).filter(({ to }) => to === 'follower@example.com');
      assert.equal(told.length, 1);
      assert.match(told[0]?.text ?? '', /signed in to your account with WeChat/);
    });

    test('WeChat: a wrong code, a used one and an empty id are the same refusal, and never match a user', async () => {
      const known = (await countIdentities('wechat')).length;
      const used = console.wechat.codeFor('oUsed');
      await console.browser().get(`/api/oauth/wechat?code=${used}`);
      const messages = new Set<string>();
      for (const code of ['000000', used, console.wechat.codeFor(''), console.wechat.codeFor('  ')]) {
        const answer = await console.browser().get(`/api/oauth/wechat?code=${code}`);
        assert.equal(answer.success, false);
        messages.add(answer.message);
      }
      assert.equal(messages.size, 1);
      assert.equal((await countIdentities('wechat')).length, known + 1);
    });

    test('WeChat: only six digits reach the helper', async () => {
      const asked = console.wechat.requests().length;
      for (const code of ['', '12345', '1234567', '12345a', '１２３４５６', '123456%0A']) {
        assert.match((await console.browser().get(`/api/oauth/wechat?code=${code}`)).message, /6 digits/);
      }
      assert.equal(console.wechat.requests().length, asked);
    });

    test('WeChat: a browser has 3 tries in 10 minutes, an address 5', async () => {
      const visitor = console.browser();
      const attempt = () => visitor.request('GET', '/api/oauth/wechat?code=000000');
      for (let index = 0; index < 3; index++) assert.equal((await attempt()).statusCode, 200);
      const asked = console.wechat.requests().length;
      assert.equal((await attempt()).statusCode, 429);
      visitor.cookies.clear();
      assert.equal((await attempt()).statusCode, 200, 'the fifth of this address, the first of this browser');
      visitor.cookies.clear();
      const refused = await attempt();
      assert.equal(refused.statusCode, 429);
      assert.ok(Number(refused.headers['retry-after']) > 500);
      assert.equal(console.wechat.requests().length, asked + 1);
    });

    test('WeChat: a helper elsewhere is asked over https only', async () => {
      await setOptions(console.testing, { WeChatServerAddress: 'http://helper.example.com' });
      assert.match((await console.browser().get('/api/oauth/wechat?code=123456')).message, /cannot be used/);
      assert.match(console.testing.logged(), /must have an https address/);
      await setOptions(console.testing, { WeChatServerAddress: console.wechat.url });
    });

    test('what is off, or lacks its secret, is refused', async () => {
      await setOptions(console.testing, { TelegramBotToken: '', WeChatServerToken: '' });
      for (const url of [telegramCall(newPerson()), '/api/oauth/wechat?code=123456']) {
        assert.match((await console.browser().get(url)).message, /not enabled/);
      }
      await setOptions(console.testing, { TelegramBotToken: botToken, WeChatServerToken: 'helper-token' });
    });

    test('an account with a second factor is asked for it whatever the first one was', async () => {
      const { id, visitor } = await console.newUser();
      const [person, account] = [newPerson(), { id: 60_000 + id, login: 'factor' }];
      await visitor.get(telegramCall(person));
      await visitor.get(`/api/oauth/wechat/bind?code=${console.wechat.codeFor(`oFactor${id}`)}`);
      await console.enter(visitor, 'github', account);
      await console.testing.db
        .insertInto('totp_secrets')
        .values({ user_id: id, secret_sealed: 'sealed', enabled_at: new Date() })
        .execute();
      for (const call of [
        telegramCall(person),
        `/api/oauth/wechat?code=${console.wechat.codeFor(`oFactor${id}`)}`,
        'github',
      ]) {
        const stranger = console.browser();
        const answer = call === 'github' ? await console.enter(stranger, 'github', account) : await stranger.get(call);
        assert.deepEqual(answer.data, { require_2fa: true }, call);
        assert.ok(!stranger.cookies.has('__Host-sid'), call);
        stranger.userId = id;
        assert.equal((await stranger.request('GET', '/api/user/self')).statusCode, 401, call);
      }
    });

    test('all visitors together have 30 WeChat tries in a minute, and more raises an alarm', async () => {
      const answers = [];
      for (let index = 0; index < 31; index++) {
        answers.push(await console.browser().request('GET', '/api/oauth/wechat?code=000000'));
      }
      assert.equal(answers.at(-1)?.statusCode, 429);
      assert.match(console.testing.logged(), /somebody may be guessing/);
    });
  });
}
