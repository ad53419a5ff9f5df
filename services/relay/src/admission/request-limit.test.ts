import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream } from '@switchyard/testing/upstream';
import { type Adapters, startGateway } from '../harness/gateway.ts';

const model = 'gpt-test';

/** A gateway with these limits, and how the next requests of one user with two keys end. */
async function counting(adapters: Adapters, limits: Record<string, string>) {
  const upstream = await startUpstream();
  const keys: string[] = [];
  const gateway = await startGateway(adapters, async (db, secrets) => {
    const userId = await seedUser(db, { username: 'ann', balance: 100_000_000 });
    for (let i = 0; i < 2; i++) keys.push((await seedToken(db, secrets, { userId, concurrency: 1 })).key);
    const values = { Enabled: 'true', DurationMinutes: '60', ...limits };
    for (const [name, value] of Object.entries(values))
      await db
        .insertInto('options')
        .values({ key: `ModelRequestRateLimit${name}`, value })
        .execute();
    await seedPrice(db, model, { input: '2', output: '8' });
    await seedChannel(db, secrets, { baseUrl: upstream.url, models: [model] });
  });
  return {
    upstream,
    async ask() {
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        // Keys take turns: the limit is their owner's.
        headers: { authorization: `Bearer ${keys.reverse()[0]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text };
    },
    async close() {
      await gateway.close();
      await upstream.close();
    },
  };
}

for (const adapters of ['memory', 'shared'] satisfies Adapters[]) {
  describe(`requests of an account in a window, ${adapters} adapters`, () => {
    test('all count, also those that fail, and the refusal says when to come back', async () => {
      const { upstream, ask, close } = await counting(adapters, { Count: '3', SuccessCount: '0' });
      upstream.script({ behaviour: { status: 400 }, times: 2 });
      const answers = [await ask(), await ask(), await ask(), await ask()];
      await close();
      assert.deepEqual(
        answers.map(({ status }) => status),
        [400, 400, 200, 429],
      );
      assert.match(answers[3]?.text ?? '', /3 requests of the account in 60 min/);
      const waitS = Number(answers[3]?.headers.get('retry-after'));
      assert.ok(waitS > 3_500 && waitS <= 3_600, `${waitS}`);
    });

    test('successes count, and no others: one that failed leaves room', async () => {
      const { upstream, ask, close } = await counting(adapters, { Count: '0', SuccessCount: '2' });
      upstream.script({ behaviour: { status: 400 }, times: 1 });
      const answers = [await ask(), await ask(), await ask(), await ask()];
      await close();
      assert.deepEqual(
        answers.map(({ status }) => status),
        [400, 200, 200, 429],
      );
    });

    test('parallel requests cannot pass the limit of successes together', async () => {
      const { ask, close } = await counting(adapters, { Count: '0', SuccessCount: '1' });
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
      await close();
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    });
  });
}
