import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { countHashes } from '@switchyard/crypto/testing/count-hashes';
import type { Schema } from '@switchyard/db';
import type { Kysely } from 'kysely';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { overtake } from '../../testing/overtake.ts';

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

    test('names of all alphabets sign in as their owners wrote them', async () => {
      for (const username of ['\u039d\u0399\u039a\u039f\u03a3', '\u00c9mile', '\u0130nci']) {
        await testing.addUser({ username });
        assert.equal((await attempt(username, password)).json().data?.username, username);
      }
    });

    test('a bcrypt hash that moved in from another gateway opens the account once, and is replaced then', async () => {
      await testing.addUser({ username: 'fay' });
      const stored = '$2a$10$Qm9yZWRPYWtNYXBsZUVsbOBw5inGsCQwJ8Gl7Vgmoa8rVmoQCSHqC';
      await testing.db.updateTable('users').set({ password_hash: stored }).where('username', '=', 'fay').execute();
      const hash = async () =>
        (await testing.db.selectFrom('users').select('password_hash').where('username', '=', 'fay').executeTakeFirst())
          ?.password_hash;
      assert.equal((await attempt('fay', 'a password of behind')).json().success, false);
      assert.equal(await hash(), stored);
      assert.equal((await attempt('fay', 'a password of before')).json().data.username, 'fay');
      assert.match((await hash()) ?? '', /^\$argon2id\$/);
      assert.equal((await attempt('fay', 'a password of before')).json().data.username, 'fay');
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

test('an unknown name costs as many hashes as a wrong password', async (t) => {
  const testing = await testConsole();
  t.after(() => testing.close());
  await testing.addUser({ username: 'known' });
  const withoutPassword = await testing.addUser({ username: 'elsewhere' });
  await testing.db.updateTable('users').set({ password_hash: null }).where('id', '=', withoutPassword).execute();
  for (const username of ['known', 'unknown', 'elsewhere']) {
    const form = { username, password: 'wrong-password' };
    const said: unknown[] = [];
    const hashes = await countHashes(async () => said.push(await testing.visitor().post('/api/user/login', form)));
    assert.equal(hashes, 1, username);
    assert.deepEqual(said, [{ success: false, message: 'Wrong username or password.' }]);
  }
});

test('the password of an old hash, hashed anew at sign-in, does not come back over one that was set meanwhile', async (t) => {
  const testing = await testConsole();
  t.after(() => testing.close());
  const atOldCost = '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gy5SuVm5Z7Vw7keB9se9p87QGcomaseB/S2U1OhTsM0';
  const id = await testing.addUser({ username: 'old' });
  const change = (db: Kysely<Schema>, hash: string) =>
    db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
  const stored = () =>
    testing.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
  await change(testing.db, atOldCost);
  await overtake(
    testing.db,
    (trx) => change(trx, 'set meanwhile'),
    () => testing.visitor().post('/api/user/login', { username: 'old', password }),
  );
  assert.equal((await stored()).password_hash, 'set meanwhile');
  await change(testing.db, atOldCost);
  await testing.visitor().signIn('old', password);
  assert.match((await stored()).password_hash ?? '', /m=65536/);
});
