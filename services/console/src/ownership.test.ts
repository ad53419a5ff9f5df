import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from './testing/console.ts';
import type { Visitor } from './testing/visitor.ts';

/*
 * Each call that users may make, made by one user with the ids of another's things: nothing of the other is shown, nothing changes.
 * Each call that administrators may make, made by one with the ids of what is root's: nothing of it changes.
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

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
}

interface Owner {
  readonly id: number;
  /** By which calls name what they have. */
  readonly ids: readonly (string | number)[];
}

let testing: TestConsole;
let owner: Owner;
let root: Owner;
const routes: Record<'user' | 'admin', Route[]> = { user: [], admin: [] };

before(async () => {
  testing = await testConsole();
  testing.app.addHook('onRoute', ({ method, url, config }) => {
    for (const verb of [method].flat()) {
      // Who deletes themselves names nobody, and could call nothing more.
      const endsAll = verb === 'DELETE' && url === '/api/user/self';
      const access = config?.access;
      if ((access === 'user' || access === 'admin') && verb !== 'HEAD' && !endsAll) {
        routes[access].push({ method: verb as Route['method'], url });
      }
    }
  });
  await testing.app.ready();
  owner = await addOwner('owner', 1);
  root = await addOwner('root', 100);
  await testing.addUser({ username: 'stranger' });
  await testing.addUser({ username: 'boss', role: 10 });
  await testing.addUser({ username: 'deputy', role: 10 });
});
after(() => testing.close());

/** Somebody who has one of everything that a user can have. */
async function addOwner(username: string, role: 1 | 100): Promise<Owner> {
  const { db } = testing;
  const id = await testing.addUser({ username, role, balance: 5_000_000 });
  const visitor = await testing.signedIn(username);
  const own = `${canary}-${username}`;
  const request = `${requestId}-${username}`;
  const token = await visitor.post('/api/token/', { name: canary.slice(0, 30) });
  await db.updateTable('users').set({ display_name: canary }).where('id', '=', id).execute();
  await db.updateTable('sessions').set({ user_agent: canary }).where('user_id', '=', id).execute();
  const session = await db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
  await db.insertInto('identities').values({ provider: 'github', subject: own, user_id: id, name: canary }).execute();
  const passkey = await db
    .insertInto('passkeys')
    .values({
      user_id: id,
      credential_id: own,
      public_key: Buffer.from(canary),
      counter: 0,
      transports: [],
      name: canary,
      synced: false,
      used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const order = { public_id: randomUUID(), trade_no: `TU20261121OF${username.toUpperCase()}` };
  await sql`
    INSERT INTO topup_orders (public_id, trade_no, user_id, processor, method, amount_usd, rate, ratio, currency, payable_minor, quota,
                              expires_at, processor_reference, client_request_id)
    VALUES (${order.public_id}, ${order.trade_no}, ${id}, 'epay', ${canary}, '10', '7.3', '1', 'CNY', 7300, 5000000,
            now() + interval '1 hour', ${own}, 'client-request-1')
  `.execute(db);
  await sql`
    INSERT INTO tasks (request_id, platform, task_id, user_id, token_id, channel_id, "group", model, action, quota, usage, status,
                       prompt, submitted_at)
    SELECT platform || ${request}, platform, platform || ${own}, ${id}, 1, 1, 'default', 'm', 'MUSIC', 1, '{}', 'SUCCESS',
           ${canary}, now()
    FROM unnest(ARRAY['suno', 'midjourney']) AS platform
  `.execute(db);
  await sql`
    INSERT INTO usage_log (created_at, type, user_id, username, token_name, model, quota, content, request_id)
    VALUES (now(), 2, ${id}, ${username}, ${canary}, ${canary}, 77, ${canary}, ${request})
  `.execute(db);
  const ids = [token.data.id, session.id, passkey.id, order.public_id, order.trade_no, request, own, 'github', id];
  return { id, ids };
}

async function belongings({ id }: Owner): Promise<unknown[]> {
  return Promise.all(
    tables.map(async (table) => {
      const column = sql.ref(table === 'users' ? 'id' : 'user_id');
      const { rows } =
        await sql`SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t WHERE ${column} = ${id} ORDER BY 1`.execute(
          testing.db,
        );
      return [table, rows];
    }),
  );
}

/** Everything that somebody may call, once for each thing of the owner's; answers what they were told, without what they said. */
async function callAll(visitor: Visitor, what: readonly Route[], { id: ownerId, ids }: Owner, username: string) {
  const told: { readonly call: string; readonly text: string }[] = [];
  for (const { method, url } of what) {
    for (const id of url.includes(':') ? ids : [ids[0], ownerId]) {
      const path = url.replace(/:[A-Za-z_]+/g, encodeURIComponent(String(id)));
      const named = {
        id,
        token_id: id,
        user_id: ownerId,
        username,
        request_id: 'client-request-1',
        status: 2,
        name: 'taken',
        ids: [id],
        action: 'disable',
        quota: 1,
        password: 'a password of somebody else',
        display_name: 'taken',
      };
      const query =
        method === 'GET'
          ? `?${new URLSearchParams({ username, user_id: String(ownerId), request_id: requestId, token_name: canary })}`
          : '';
      const response = await visitor.request(method, path + query, method === 'GET' ? undefined : named);
      const call = `${method} ${path}`;
      if (response.statusCode === 429) {
        assert.equal(url, '/api/user/search', 'users are searched ten times a minute, and nothing else is too often');
        continue;
      }
      assert.ok(response.statusCode < 500 && response.statusCode !== 401, `${call}: ${response.body}`);
      told.push({ call, text: response.body.replaceAll(String(id), '') });
    }
  }
  return told;
}

test('nobody reads or changes what belongs to another user, whatever id they send', async () => {
  const stranger = await testing.signedIn('stranger');
  const before_ = await belongings(owner);
  assert.ok(routes.user.length > 40, `${routes.user.length} routes`);
  for (const { call, text } of await callAll(stranger, routes.user, owner, 'owner')) {
    assert.doesNotMatch(text, /canary-of|5000000|"owner"/, call);
  }
  assert.deepEqual(await belongings(owner), before_);
});

test('no administrator changes what belongs to root, whatever id they send, nor reads what lets root in', async () => {
  const boss = await testing.signedIn('boss');
  // Each of the two makes less calls than the guard lets through.
  const deputy = await testing.signedIn('deputy');
  const before_ = await belongings(root);
  assert.ok(routes.admin.length > 50, `${routes.admin.length} routes`);
  const { password_hash: hash } = await testing.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', root.id)
    .executeTakeFirstOrThrow();
  const told = [
    ...(await callAll(boss, routes.admin, root, 'root')),
    ...(await callAll(deputy, routes.user, root, 'root')),
  ];
  for (const { call, text } of told) {
    assert.ok(!text.includes(hash as string) && !/\$argon2|key_hash|sealed/.test(text), call);
  }
  assert.deepEqual(await belongings(root), before_);
});
