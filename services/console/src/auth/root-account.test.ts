import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { ensureRootAccount } from './root-account.ts';

let testing: TestConsole;
let passwords: (string | undefined)[];
before(async () => {
  testing = await testConsole();
  passwords = await Promise.all([ensureRootAccount(testing.db), ensureRootAccount(testing.db)]);
});
after(() => testing.close());

test('of two instances that start together one creates root', async () => {
  assert.equal(passwords.filter(Boolean).length, 1);
  assert.equal(await ensureRootAccount(testing.db), undefined);
});

test('the one-time password opens root, which must change it and may work meanwhile', async () => {
  const visitor = testing.visitor();
  const { data } = await visitor.signIn('root', passwords.find(Boolean) as string);
  assert.deepEqual({ id: data.id, role: data.role, must: data.must_change_password }, { id: 1, role: 100, must: true });
  assert.equal((await visitor.get('/api/option/')).success, true);
});

test('the starting balance is a gift in the journal', async () => {
  const rows = await testing.db.selectFrom('journal').select(['kind', 'amount', 'user_id']).execute();
  assert.deepEqual(rows, [{ kind: 'gift', amount: 100_000_000, user_id: 1 }]);
  const account = await testing.db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
  assert.equal(account.balance, 100_000_000);
});

test('the next user gets the next id', async () => {
  assert.equal(await testing.addUser({ username: 'second' }), 2);
});
