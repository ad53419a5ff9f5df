import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { codeOf } from '@switchyard/testing/third-parties/authenticator-app';
import { resetRootPassword } from './reset-root-password.ts';
import { password, type TestConsole, testConsole } from './testing/console.ts';
import { setOptions } from './testing/set-options.ts';

const command = fileURLToPath(new URL('reset-root-password.ts', import.meta.url));
let testing: TestConsole;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

async function run(databaseUrl: string | undefined): Promise<string> {
  const env = { PATH: process.env.PATH, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  return (await promisify(execFile)(process.execPath, [command], { env })).stdout;
}

test('before the first start there is nothing to reset', async () => {
  await assert.rejects(resetRootPassword(testing.db), /no root account yet/);
  await assert.rejects(run(undefined), /Set DATABASE_URL/);
});

test('the command lets in who lost password and second factor, and nobody who was in before', async () => {
  const id = await testing.addUser({ username: 'root', role: 100 });
  const before = await testing.signedIn('root');
  const { data: token } = await before.get('/api/user/token');
  const { data: totp } = await before.post('/api/user/2fa/setup');
  await before.post('/api/user/2fa/enable', { code: codeOf(totp.secret) });
  await addWaysIn(id);
  await testing.db.updateTable('users').set({ status: 2 }).where('id', '=', id).execute();

  const printed = /^Sign in as root with the one-time password (\S+)\nThen bind .+\n$/.exec(
    await run(testing.config.databaseUrl),
  );
  const { data } = await testing.visitor().signIn('root', printed?.[1] ?? '');
  assert.deepEqual([data.id, data.must_change_password], [id, true]);
  assert.equal((await before.request('GET', '/api/user/self')).statusCode, 401);
  const program = { authorization: `Bearer ${token}`, 'new-api-user': String(id) };
  assert.equal((await testing.visitor().request('GET', '/api/user/self', undefined, program)).statusCode, 401);
  assert.equal((await testing.visitor().post('/api/user/login', { username: 'root', password })).success, false);
  for (const table of ['passkeys', 'identities', 'totp_secrets', 'access_tokens', 'backup_codes'] as const) {
    assert.deepEqual(await testing.db.selectFrom(table).selectAll().where('user_id', '=', id).execute(), [], table);
  }
  const link = await testing.visitor().get('/api/reset_password?email=stranger@example.com');
  assert.equal(link.success, true);
  assert.deepEqual(await testing.db.selectFrom('password_resets').selectAll().execute(), []);
  const logs = await testing.db.selectFrom('audit_log').select('content').execute();
  assert.ok(logs.some(({ content }) => content === 'The password of root was reset by command'));
});

test('a human check that nobody can pass keeps root out no longer, and the command says so', async () => {
  await setOptions(testing, {
    ServerAddress: 'https://gateway.example.com',
    TurnstileCheckEnabled: 'true',
    TurnstileSiteKey: 'site-key',
    TurnstileSecretKey: 'wrong',
  });
  const printed = await run(testing.config.databaseUrl);
  assert.match(printed, /\nThe human check \(Turnstile\) was switched off/);
  testing.options.forget();
  await testing.visitor().signIn('root', /password (\S+)\n/.exec(printed)?.[1] ?? '');
  const history = await testing.db.selectFrom('option_history').select(['key', 'new_value', 'actor']).execute();
  assert.deepEqual(history, [{ key: 'TurnstileCheckEnabled', new_value: 'false', actor: 'root' }]);
  assert.doesNotMatch(await run(testing.config.databaseUrl), /human check/, 'it is off');
});

/** As a stranger who was in would leave them behind. */
async function addWaysIn(id: number): Promise<void> {
  const { db } = testing;
  await setOptions(testing, {
    ServerAddress: 'https://gateway.example.com',
    SMTPServer: 'mail.example.com',
    SMTPAccount: 'gateway@example.com',
  });
  await db.updateTable('users').set({ email: 'stranger@example.com' }).where('id', '=', id).execute();
  const account = { provider: 'github', subject: '1', user_id: id, name: 'stranger' };
  await db.insertInto('identities').values(account).execute();
  const passkey = {
    credential_id: 'a',
    public_key: Buffer.from('a'),
    counter: 0,
    transports: [],
    name: 'a',
    synced: false,
  };
  await db
    .insertInto('passkeys')
    .values({ user_id: id, used_at: null, ...passkey })
    .execute();
}
