import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from './testing/console.ts';
import type { Visitor } from './testing/visitor.ts';

/*
 * Each call that users may make, made by one user with the ids of another's things: nothing of the other is shown, nothing changes.
 */
const canary = 'canary-of-the-owner';
const requestId = `request-${canary}`;
const tables = [
  'users',
  'accounts',
  'sessions',
  'tokens',
  'passkeys',
  'identities',
  'access_tokens',
  'totp_secrets',
  'topup_orders',
  'tasks',
  'usage_log',
  'journal',
];

let testing: TestConsole;
let stranger: Visitor;
let ownerId: number;
let ids: readonly (string | number)[];
const routes: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string }[] = [];

before(async () => {
  testing = await testConsole();
  testing.app.addHook('onRoute', ({ method, url, config }) => {
    for (const verb of [method].flat()) {
      // Who deletes themselves names nobody, and could call nothing more.
      const endsAll = verb === 'DELETE' && url === '/api/user/self';
      if (config?.access === 'user' && verb !== 'HEAD' && !endsAll) routes.push({ method: verb as 'GET', url });
    }
  });
  await testing.app.ready();
  ownerId = await testing.addUser({ username: 'owner', balance: 5_000_000 });
  await testing.addUser({ username: 'stranger' });
  ids = await addBelongings();
  stranger = await testing.signedIn('stranger');
});
after(() => testing.close());

/** One of everything that a user can have; answers the ids by which calls name them. */
async function addBelongings(): Promise<(string | number)[]> {
  const { db } = testing;
  const owner = await testing.signedIn('owner');
  const token = await owner.post('/api/token/', { name: canary.slice(0, 30) });
  await db.updateTable('users').set({ display_name: canary }).where('id', '=', ownerId).execute();
  await db.updateTable('sessions').set({ user_agent: canary }).where('user_id', '=', ownerId).execute();
  const session = await db.selectFrom('sessions').select('id').where('user_id', '=', ownerId).executeTakeFirstOrThrow();
  await db
    .insertInto('identities')
    .values({ provider: 'github', subject: canary, user_id: ownerId, name: canary })
    .execute();
  const passkey = await db
    .insertInto('passkeys')
    .values({
      user_id: ownerId,
      credential_id: canary,
      public_key: Buffer.from(canary),
      counter: 0,
      transports: [],
      name: canary,
      synced: false,
      used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const order = { public_id: randomUUID(), trade_no: 'TU20261121OWNERSOWNORDER' };
  await sql`
    INSERT INTO topup_orders (public_id, trade_no, user_id, processor, method, amount_usd, rate, ratio, currency, payable_minor, quota,
                              expires_at, processor_reference, client_request_id)
    VALUES (${order.public_id}, ${order.trade_no}, ${ownerId}, 'epay', ${canary}, '10', '7.3', '1', 'CNY', 7300, 5000000,
            now() + interval '1 hour', ${canary}, 'client-request-1')
  `.execute(db);
  await sql`
    INSERT INTO tasks (request_id, platform, task_id, user_id, token_id, channel_id, "group", model, action, quota, usage, status,
                       prompt, submitted_at)
    SELECT platform || ${requestId}, platform, platform || ${canary}, ${ownerId}, 1, 1, 'default', 'm', 'MUSIC', 1, '{}', 'SUCCESS',
           ${canary}, now()
    FROM unnest(ARRAY['suno', 'midjourney']) AS platform
  `.execute(db);
  await sql`
    INSERT INTO usage_log (created_at, type, user_id, username, token_name, model, quota, content, request_id)
    VALUES (now(), 2, ${ownerId}, 'owner', ${canary}, ${canary}, 77, ${canary}, ${requestId})
  `.execute(db);
  return [token.data.id, session.id, passkey.id, order.public_id, order.trade_no, requestId, canary, 'github', ownerId];
}

async function belongings(): Promise<unknown[]> {
  return Promise.all(
    tables.map(async (table) => {
      const column = sql.ref(table === 'users' ? 'id' : 'user_id');
      const { rows } =
        await sql`SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t WHERE ${column} = ${ownerId} ORDER BY 1`.execute(
          testing.db,
        );
      return [table, rows];
    }),
  );
}

test('nobody reads or changes what belongs to another user, whatever id they send', async () => {
  const before_ = await belongings();
  assert.ok(routes.length > 40, `${routes.length} routes`);
  for (const { method, url } of routes) {
    for (const id of url.includes(':') ? ids : [ids[0]]) {
      const path = url.replace(/:[A-Za-z_]+/g, encodeURIComponent(String(id)));
      const named = {
        id,
        token_id: id,
        user_id: ownerId,
        username: 'owner',
        request_id: 'client-request-1',
        status: 2,
        name: 'taken',
      };
      const query =
        method === 'GET'
          ? `?${new URLSearchParams({ username: 'owner', user_id: String(ownerId), request_id: requestId, token_name: canary })}`
          : '';
      const response = await stranger.request(method, path + query, method === 'GET' ? undefined : named);
      assert.ok(response.statusCode < 500 && response.statusCode !== 401, `${method} ${path}: ${response.body}`);
      const repeated = response.body.replaceAll(String(id), '');
      assert.doesNotMatch(repeated, /canary-of|5000000|"owner"/, `${method} ${path}`);
    }
  }
  assert.deepEqual(await belongings(), before_);
});
