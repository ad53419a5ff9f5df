import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../testing/console.ts';

for (const store of ['memory', 'redis'] as const) {
  describe(`with limits in ${store}`, () => {
    let testing: TestConsole;
    let addresses = 0;
    before(async () => {
      testing = await testConsole({ redis: store === 'redis', config: { trustedProxyCidrs: ['127.0.0.1'] } });
      for (const username of ['ann', 'bob', 'cat', 'Dora', 'eve']) await testing.addUser({ username });
    });
    after(() => testing.close());

    /** One try from an address of its own, unless one is given. */
    function attempt(username: string, typed: string, address = `198.51.100.${++addresses}`) {
      const headers = { 'x-forwarded-for': address };
      return testing.visitor().request('POST', '/api/user/login', { username, password: typed }, headers);
    }

    test('a wrong password is HTTP 200 with success false, and the same as an unknown name', async () => {
      const wrong = await attempt('ann', 'wrong');
      const unknown = await attempt('nobody', 'wrong');
      assert.equal(wrong.statusCode, 200);
      assert.deepEqual(wrong.json(), { success: false, message: 'Wrong username or password.' });
      assert.deepEqual(unknown.json(), wrong.json());
      assert.equal(wrong.cookies.length, 0);
    });

    test('names are found in any case', async () => {
      assert.equal((await attempt('dORA', password)).json().data.username, 'Dora');
    });

    test('an e-mail address signs in as well, in any case, and only its own account', async () => {
      await testing.db.updateTable('users').set({ email: 'ann@example.com' }).where('username', '=', 'ann').execute();
      assert.equal((await attempt(' Ann@Example.COM', password)).json().data.username, 'ann');
      assert.equal((await attempt('bob@example.com', password)).json().message, 'Wrong username or password.');
    });

    test('the sixth try at an account waits, whether or not it exists; a success clears the count', async () => {
      for (const name of ['bob', 'no-such-name']) {
        for (let index = 0; index < 5; index++) assert.equal((await attempt(name, 'wrong')).statusCode, 200);
        const refused = await attempt(name, password);
        assert.equal(refused.statusCode, 429, name);
        const wait = Number(refused.headers['retry-after']);
        assert.ok(wait > 0 && wait <= 60, `${wait}`);
        assert.equal(refused.json().success, false);
      }
      for (let index = 0; index < 4; index++) await attempt('cat', 'wrong');
      assert.equal((await attempt('cat', password)).json().success, true);
      for (let index = 0; index < 5; index++) assert.equal((await attempt('cat', 'wrong')).statusCode, 200);
    });

    test('an address has 20 tries in 20 minutes over all accounts', async () => {
      const address = '203.0.113.7';
      for (let index = 0; index < 20; index++) {
        assert.equal((await attempt(`spray${index}`, 'wrong', address)).statusCode, 200);
      }
      const refused = await attempt('ann', password, address);
      assert.equal(refused.statusCode, 429);
      assert.ok(Number(refused.headers['retry-after']) > 1100);
    });

    test('that an account is disabled is told only to who knows its password', async () => {
      await testing.db.updateTable('users').set({ status: 2 }).where('username', '=', 'eve').execute();
      assert.equal((await attempt('eve', 'wrong')).json().message, 'Wrong username or password.');
      const known = (await attempt('eve', password)).json();
      assert.equal(known.success, false);
      assert.match(known.message, /disabled/);
    });
  });
}

describe('the switch for password sign-in', () => {
  let testing: TestConsole;
  before(async () => {
    testing = await testConsole();
    await testing.addUser({ username: 'root', role: 100 });
    await testing.addUser({ username: 'admin', role: 10 });
    await testing.db.insertInto('options').values({ key: 'PasswordLoginEnabled', value: 'false' }).execute();
  });
  after(() => testing.close());

  test('keeps everybody out but root, and does not tell whose password was right', async () => {
    for (const [username, typed] of [
      ['admin', password],
      ['admin', 'wrong'],
      ['nobody', 'wrong'],
    ] as const) {
      const refused = await testing.visitor().post('/api/user/login', { username, password: typed });
      assert.match(refused.message, /disabled by the administrator/);
    }
    await testing.signedIn('root');
  });
});

test('an unknown name takes as long as a wrong password', async () => {
  const testing = await testConsole();
  await testing.addUser({ username: 'known' });
  const median = async (name: (index: number) => string) => {
    const times: number[] = [];
    for (let index = 0; index < 5; index++) {
      const began = performance.now();
      await testing.visitor().post('/api/user/login', { username: name(index), password: 'wrong-password' });
      times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b)[2] as number;
  };
  const unknown = await median((index) => `unknown${index}`);
  const known = await median(() => 'known');
  assert.ok(unknown > known / 3, `unknown ${unknown} ms, known ${known} ms`);
  await testing.close();
});
