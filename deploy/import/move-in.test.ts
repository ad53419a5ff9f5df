import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hashCode } from '@switchyard/console/rows';
import { hashTokenKey, open, openOption } from '@switchyard/crypto';
import { sql } from 'kysely';
import { newApi } from './gateways/new-api.ts';
import { oneApi } from './gateways/one-api.ts';
import { moveIn, type Outcome, tryMoveIn } from './move-in.ts';
import type { Source } from './source/source.ts';
import { auditProblem, testInstallation } from './testing/installation.ts';
import { newApiSample } from './testing/new-api-sample.ts';
import { oneApiSample } from './testing/one-api-sample.ts';
import { sampleHash, sampleKeys } from './testing/sample-rows.ts';
import { postgresSource, sqliteSource, type TestSource } from './testing/source.ts';

type Here = Awaited<ReturnType<typeof testInstallation>>;

const upstreamUrl = 'https://upstream.example/v1';
const cases = [
  { gateway: oneApi, sample: oneApiSample, place: 'a file', sourceOf: sqliteSource },
  { gateway: newApi, sample: newApiSample, place: 'a file', sourceOf: sqliteSource },
  { gateway: newApi, sample: newApiSample, place: 'Postgres', sourceOf: postgresSource },
] as const;

for (const { gateway, sample, place, sourceOf } of cases) {
  describe(`${gateway.name} from ${place}`, () => {
    let here: Here;
    let there: TestSource;
    let outcome: Outcome;
    before(async () => {
      here = await testInstallation();
      there = await sourceOf(sample(upstreamUrl));
      const source = await there.open();
      outcome = await moveIn(here, gateway, source);
      await source.close();
    });
    after(async () => {
      await there.remove();
      await here.close();
    });

    test('the sums of both sides agree, and the audit finds nothing', () => {
      for (const { what, there, left, here } of outcome.sums) assert.equal(here, there - left, what);
      const shown = Object.fromEntries(outcome.sums.map(({ what, here }) => [what, here]));
      assert.deepEqual(
        [shown.users, shown['quota of users'], shown['used quota of users'], shown['requests of users'], shown.keys],
        [5, 789_977, 9_735, 17, 4],
      );
      assert.equal(auditProblem(here.url), undefined);
    });

    test('users have the balance and the past of there, names that are taken another end, root its own name', async () => {
      const { rows } = await sql`
        SELECT username, role, status, balance, used_quota, request_count, deleted_at IS NOT NULL AS deleted
        FROM users JOIN accounts ON user_id = id ORDER BY id`.execute(here.db);
      assert.deepEqual(
        rows.map((row) => Object.values(row as object)),
        [
          ['root', 100, 1, 91_000, 0, 0, false],
          ['maple', 1, 1, 700_000, 9_000, 14, false],
          ['ROOT-3', 10, 2, -40, 640, 2, false],
          ['elm-example.org-7', 1, 1, 5, 95, 1, false],
          ['oak', 1, 2, 12, 0, 0, true],
        ],
      );
      const maple = await here.db
        .selectFrom('users')
        .selectAll()
        .where('username', '=', 'maple')
        .executeTakeFirstOrThrow();
      assert.deepEqual(
        [maple.password_hash, maple.email, maple.group, maple.aff_code],
        [sampleHash, 'maple@example.org', 'vip', 'c0d2'],
      );
      const invited = await here.db
        .selectFrom('users')
        .select('username')
        .where('inviter_id', '=', maple.id)
        .orderBy('id')
        .execute();
      assert.deepEqual(
        invited.map(({ username }) => username),
        ['ROOT-3', 'elm-example.org-7'],
      );
    });

    test('keys are those that clients hold, with their limits', async () => {
      const row = await here.db
        .selectFrom('tokens')
        .selectAll()
        .where('key_hash', '=', hashTokenKey(here.keys.tokenPepper, sampleKeys.narrow))
        .executeTakeFirstOrThrow();
      assert.deepEqual(
        [
          row.name,
          row.remain_quota,
          row.unlimited_quota,
          row.model_limits_enabled,
          row.model_limits,
          row.allow_ips.at(-1),
        ],
        ['narrow', 500, false, true, ['sample-model', 'other-model'], '10.1.0.0/16'],
      );
      assert.equal(
        open(here.keys.tokenCipher, row.key_sealed, { table: 'tokens', id: row.id, field: 'key' }),
        sampleKeys.narrow,
      );
    });

    test('channels have their key sealed here and serve their groups; a type without counterpart is told', async () => {
      const [first] = await here.db.selectFrom('channels').selectAll().orderBy('id').execute();
      assert.ok(first);
      const place = { table: 'channels', id: first.id, field: 'key' };
      assert.equal(open(here.keys.channelKey, first.key_sealed, place), 'sk-upstream');
      assert.deepEqual(
        [first.name, first.base_url, first.priority, first.weight, first.used_quota, first.groups],
        ['first', upstreamUrl, 2, 3, 4_321, ['default', 'vip']],
      );
      const abilities = await here.db
        .selectFrom('abilities')
        .select(['group'])
        .where('channel_id', '=', first.id)
        .execute();
      assert.equal(abilities.length, first.models.length * 2);
      assert.match(outcome.findings.lines().join('\n'), /channel not carried: type \d+ has no counterpart \(1\)/);
    });

    test('a channel comes without the operations on its requests that nobody here would carry out, and is told', async () => {
      const [first] = await here.db.selectFrom('channels').select('param_override').orderBy('id').execute();
      assert.deepEqual(first?.param_override, {});
      const told =
        /channels without their param_override: it cannot be read here \(1\)\n {4}first \(1\): .* list of operations/;
      assert.equal(told.test(outcome.findings.lines().join('\n')), gateway === newApi);
    });

    test('settings and prices are those of there, secrets sealed; what is unknown is told', async () => {
      const stored = new Map(
        (await here.db.selectFrom('options').selectAll().execute()).map((row) => [row.key, row.value]),
      );
      assert.equal(stored.get('SystemName'), 'Under the Trees');
      assert.equal(stored.get('GroupRatio'), '{"default":1,"vip":0.5}');
      assert.equal(openOption(here.keys.optionKey, 'SMTPToken', stored.get('SMTPToken') ?? ''), 'a secret of mail');
      const card = await here.db
        .selectFrom('price_cards')
        .select('card')
        .where('model', '=', 'sample-model')
        .executeTakeFirst();
      assert.deepEqual([card?.card.input, card?.card.output], ['6', '12']);
      assert.match(outcome.findings.lines().join('\n'), /none such here \(1\)\n {4}Theme/);
    });

    test('a code that was used does nothing more, another one waits', async () => {
      const status = async (code: string) => {
        const hash = hashCode(here.keys, code);
        const row = await here.db
          .selectFrom('redemptions')
          .selectAll()
          .where('code_hash', '=', hash)
          .executeTakeFirstOrThrow();
        return row.deleted_at === null ? row.status : 'gone';
      };
      assert.equal(await status('0123456789abcdef0123456789abcdef'), 1);
      assert.equal(await status('2123456789abcdef0123456789abcdef'), gateway === newApi ? 3 : 'gone');
    });

    test('a second import finds everything here and changes nothing', async () => {
      const books = await booksOf(here);
      const source = await there.open();
      const again = await moveIn(here, gateway, source);
      await source.close();
      assert.deepEqual(await booksOf(here), books);
      assert.deepEqual(again.sums, outcome.sums);
    });
  });
}

test('cut off at any moment and started again, an import ends with the same books', async () => {
  const there = await sqliteSource(newApiSample(upstreamUrl));
  const whole = await testInstallation();
  let queries = 0;
  const source = await there.open();
  const counted: Source = {
    ...source,
    query(...input) {
      queries++;
      return source.query(...input);
    },
  };
  await moveIn(whole, newApi, counted);
  const here = await testInstallation();
  let cuts = 0;
  for (let patience = 3; patience <= queries; patience += 6) {
    await moveIn(here, newApi, endingAfter(source, patience)).catch(() => cuts++);
    assert.equal(await balanceProblems(here), 0);
  }
  const outcome = await moveIn(here, newApi, source);
  assert.ok(cuts >= 5, `${cuts} cuts of ${queries} queries`);
  const [books, expected] = [await booksOf(here), await booksOf(whole)];
  for (const [part, rows] of Object.entries(expected)) assert.deepEqual(books[part], rows, part);
  for (const { what, there, left, here } of outcome.sums) assert.equal(here, there - left, what);
  assert.equal(auditProblem(here.url), undefined);
  await source.close();
  await there.remove();
  await Promise.all([whole.close(), here.close()]);
});

test('a dry run tells the same and writes nothing', async () => {
  const there = await sqliteSource(newApiSample(upstreamUrl));
  const here = await testInstallation();
  const source = await there.open();
  const counts = async () => {
    const tables = [
      'users',
      'tokens',
      'channels',
      'options',
      'price_cards',
      'journal',
      'redemptions',
      'import_rows',
      'outbox',
    ] as const;
    return Promise.all(
      tables.map((table) =>
        here.db
          .selectFrom(table)
          .select((on) => on.fn.countAll().as('n'))
          .executeTakeFirst(),
      ),
    );
  };
  const before = await counts();
  const dry = await tryMoveIn(here, newApi, source);
  assert.deepEqual(await counts(), before);
  const done = await moveIn(here, newApi, source);
  assert.deepEqual(dry.findings.lines(), done.findings.lines());
  await source.close();
  await there.remove();
  await here.close();
});

test('another installation of the same kind is refused', async () => {
  const here = await testInstallation();
  const first = await sqliteSource(oneApiSample(upstreamUrl));
  const tables = oneApiSample(upstreamUrl);
  const users = tables.users?.map((user) => ({ ...user, username: `new-${user.username}` })) ?? [];
  const second = await sqliteSource({ ...tables, users });
  for (const [there, refusal] of [
    [first, undefined],
    [second, /Another one-api has moved in here/],
  ] as const) {
    const source = await there.open();
    if (refusal) await assert.rejects(moveIn(here, oneApi, source), refusal);
    else await moveIn(here, oneApi, source);
    await source.close();
    await there.remove();
  }
  await here.close();
});

/** A database that is gone after so many questions. */
function endingAfter(source: Source, queries: number): Source {
  let left = queries;
  return {
    ...source,
    async query(...input) {
      if (left-- <= 0) throw new Error('cut off');
      return source.query(...input);
    },
  };
}

/** The journal and what is derived from it, without ids of here. */
async function booksOf({ db }: Here) {
  const journal = await sql`
    SELECT kind, regexp_replace(reference, '^(code|seed)[:-].*', '\\1') AS reference, amount, username, note
    FROM journal JOIN users ON users.id = user_id ORDER BY 1, 2, 3, 4`.execute(db);
  const accounts = await sql`
    SELECT username, balance, used_quota, request_count, brought_requests, aff_quota, aff_history, aff_count
    FROM accounts JOIN users ON users.id = user_id ORDER BY username`.execute(db);
  const hours = await sql`
    SELECT hour, model, sum(quota) AS quota, sum(requests) AS requests FROM usage_hourly GROUP BY 1, 2 ORDER BY 1, 2`.execute(
    db,
  );
  const logs = await sql`SELECT created_at, type, quota, request_id, username FROM usage_log
    WHERE starts_with(request_id, 'import:') ORDER BY request_id`.execute(db);
  return { journal: journal.rows, accounts: accounts.rows, hours: hours.rows, logs: logs.rows } as Record<
    string,
    unknown
  >;
}

/** At every moment a balance is the sum of its rows. */
async function balanceProblems({ db }: Here): Promise<number> {
  const { rows } = await sql`
    SELECT FROM accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM journal WHERE journal.user_id = accounts.user_id)`.execute(
    db,
  );
  return rows.length;
}
