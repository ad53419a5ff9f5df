import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Schema } from '@switchyard/db';
import { codeOf } from '@switchyard/testing/third-parties/authenticator-app';
import type { Transaction } from 'kysely';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { overtake } from '../../testing/overtake.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { closeSessionsOf, revokeAccess } from './revoke-access.ts';
import { findSession, renewSession } from './sessions.ts';

/* What was begun before somebody's access was taken or changed, and comes to its end only after. */

let testing: TestConsole;
let users = 0;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

async function user() {
  const username = `overtaken${++users}`;
  const id = await testing.addUser({ username });
  await testing.db
    .updateTable('users')
    .set({ email: `${username}@example.com` })
    .where('id', '=', id)
    .execute();
  return { id, username };
}

const tooLate = { success: false, message: 'This sign-in has expired. Please start again.' };

const changes: Record<string, (trx: Transaction<Schema>, id: number) => Promise<unknown>> = {
  'the password was reset': async (trx, id) => {
    await trx.updateTable('users').set({ password_hash: 'of another' }).where('id', '=', id).execute();
    await revokeAccess(trx, id);
  },
  'an administrator has ended all sessions': closeSessionsOf,
  'the owner has changed their credentials': async (trx, id) => {
    const visitor = await testing.signedIn((await nameOf(id)) as string);
    const session = (await findSession(testing.db, visitor.cookies.get('__Host-sid') as string))?.session;
    await renewSession(trx, id, session ?? assert.fail());
  },
};

async function nameOf(id: number) {
  return (await testing.db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst())?.username;
}

for (const [what, change] of Object.entries(changes)) {
  test(`a sign-in that began before ${what} opens nothing after`, async () => {
    const { id, username } = await user();
    const late = testing.visitor();
    const answer = await overtake(
      testing.db,
      (trx) => change(trx, id),
      () => late.post('/api/user/login', { username, password }),
    );
    assert.deepEqual(answer, tooLate);
    assert.equal(late.cookies.get('__Host-sid'), undefined);
  });

  test(`a right password that waits for the second factor is worth nothing once ${what}`, async () => {
    const { id, username } = await user();
    const owner = await testing.signedIn(username);
    const { data } = await owner.post('/api/user/2fa/setup');
    await owner.post('/api/user/2fa/enable', { code: codeOf(data.secret) });
    await testing.db.updateTable('totp_secrets').set({ last_step: 0 }).where('user_id', '=', id).execute();
    const late = testing.visitor();
    // Signing in with the second factor: the session that renews is the owner's own.
    const session = (await findSession(testing.db, owner.cookies.get('__Host-sid') as string))?.session;
    await overtake(
      testing.db,
      (trx) => (what.startsWith('the owner') ? renewSession(trx, id, session ?? assert.fail()) : change(trx, id)),
      () => late.post('/api/user/login', { username, password }),
    );
    assert.deepEqual(await late.post('/api/user/login/2fa', { code: codeOf(data.secret) }), tooLate);
  });
}

/** What a session may give its user: a way in, or an end to one. */
const gifts: Record<string, (visitor: Visitor) => Promise<{ statusCode: number }>> = {
  'a system access token': (visitor) => visitor.request('GET', '/api/user/token'),
  'a new name': (visitor) => visitor.request('PUT', '/api/user/self', { username: `renamed${users}` }),
  'a secret for codes': (visitor) => visitor.request('POST', '/api/user/2fa/setup'),
  'the end of the account': (visitor) => visitor.request('DELETE', '/api/user/self'),
};

for (const [what, ask] of Object.entries(gifts)) {
  test(`a session that has ended meanwhile gives nobody ${what}`, async () => {
    const { id, username } = await user();
    const visitor = await testing.signedIn(username);
    const kept = async () => ({
      user: await testing.db
        .selectFrom('users')
        .select(['username', 'deleted_at'])
        .where('id', '=', id)
        .executeTakeFirst(),
      tokens: await testing.db.selectFrom('access_tokens').select('token_hash').where('user_id', '=', id).execute(),
      secrets: await testing.db.selectFrom('totp_secrets').select('user_id').where('user_id', '=', id).execute(),
    });
    const before_ = await kept();
    const response = await overtake(
      testing.db,
      (trx) => revokeAccess(trx, id),
      () => ask(visitor),
    );
    assert.equal(response.statusCode, 401);
    assert.deepEqual(await kept(), before_);
  });
}
