import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../testing/console.ts';

let console_: TestConsole;
before(async () => {
  console_ = await testConsole();
  await console_.addUser({ username: 'root', role: 100, balance: 100 });
});
after(() => console_.close());

test('signs in and reads own data', async () => {
  const root = await console_.signedIn('root');
  const self = await root.get('/api/user/self');
  assert.equal(self.success, true, JSON.stringify(self));
  assert.equal(self.data.quota, 100);
  console.log(await root.get('/api/status'), await root.get('/api/user/self/groups'), password);
});
