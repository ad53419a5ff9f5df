import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { notices } from '@switchyard/contracts';
import { announce } from '@switchyard/db';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { type Adapters, startGateway, type TestGateway, waitFor } from './harness/gateway.ts';

const model = 'gpt-test';
const answerTokens = 100;
const thinker = 'claude-haiku-4-5';
const lengthened = 'gpt-lengthened';

/** A host whose answers are as long as it was asked for. */
function serveThinker(): Promise<TaskServer> {
  return serveTasks(({ text }) => {
    const { max_tokens: most, stream } = JSON.parse(text);
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: thinker, content: [] as object[] };
    const usage = { input_tokens: 20, output_tokens: most };
    const said = { type: 'text', text: 'At noon.' };
    if (!stream) return { body: { ...message, content: [said], stop_reason: 'end_turn', usage } };
    const events = [
      { type: 'message_start', message: { ...message, usage: { input_tokens: 20, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: said.text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
      { type: 'message_stop' },
    ];
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
    return { type: 'text/event-stream', body };
  });
}

for (const adapters of ['memory', 'shared'] satisfies Adapters[]) {
  describe(`admission, ${adapters} adapters`, () => {
    let upstream: Upstream;
    let thinkers: TaskServer;
    let gateway: TestGateway;
    const keys: Record<string, { id: number; key: string }> = {};
    let poorId = 0;
    let frozenId = 0;

    before(async () => {
      upstream = await startUpstream();
      thinkers = await serveThinker();
      gateway = await startGateway(adapters, async (db, secrets) => {
        const token = async (name: string, fields: Omit<Parameters<typeof seedToken>[2], 'name'>) => {
          keys[name] = await seedToken(db, secrets, { name, ...fields });
        };
        const rich = await seedUser(db, { username: 'rich', balance: 100_000_000 });
        poorId = await seedUser(db, { username: 'poor', balance: 5_000 });
        await token('poor', { userId: poorId });
        await token('limited', { userId: rich, remain: 5_000 });
        await token('daily', { userId: rich, dailyBudget: 5_000 });
        await token('monthly', { userId: rich, remain: 1_000_000, dailyBudget: 9_000, monthlyBudget: 5_000 });
        await token('own words', { userId: rich, requestsPerMinute: 1, limitMessage: 'Ask the team for more.' });
        await token('refused address', { userId: rich, allowedIps: ['127.0.0.0/8'], deniedIps: ['127.0.0.1'] });
        await token('elsewhere refused', { userId: rich, deniedIps: ['10.0.0.0/8', '2001:db8::/32'] });
        await token('per minute', { userId: rich, requestsPerMinute: 3 });
        await token('once', { userId: rich, requestsPerMinute: 1 });
        await token('concurrency', { userId: rich, concurrency: 1 });
        await token('one model', { userId: rich, models: ['other'] });
        await token('one address', { userId: rich, allowedIps: ['10.0.0.0/8'] });
        await token('this address', { userId: rich, allowedIps: ['127.0.0.1'] });
        await token('expired', { userId: rich, expiresAt: new Date(Date.now() - 1000) });
        await token('disabled', { userId: rich, status: 2 });
        await token('exhausted', { userId: rich, status: 4 });
        await token('group', { userId: rich, group: 'nobody' });
        await token('private', { userId: rich, group: 'svip' });
        const member = await seedUser(db, { username: 'member', balance: 1_000_000, group: 'svip, default' });
        await token('first group', { userId: member });
        await token('second group', { userId: member, group: 'default' });
        const patient = await seedUser(db, { username: 'patient', balance: 170_000 });
        await token('whole', { userId: patient });
        const deep = await seedUser(db, { username: 'deep', balance: 170_000 });
        await token('thinking', { userId: deep });
        await token('thinking in time', { userId: rich, dailyBudget: 60_000 });
        const flowing = await seedUser(db, { username: 'flowing', balance: 50_000 });
        await token('thinking stream', { userId: flowing });
        const overridden = await seedUser(db, { username: 'overridden', balance: 170_000 });
        await token('overridden', { userId: overridden });
        await token('revoked', { userId: rich });
        await token('lowered', { userId: rich, remain: 10_000_000 });
        frozenId = await seedUser(db, { username: 'frozen', balance: 1_000_000 });
        await token('frozen', { userId: frozenId });
        // 2 and 8 USD per million: 1 and 4 quota per token.
        await seedPrice(db, model, { input: '2', output: '8' });
        await seedChannel(db, secrets, { baseUrl: upstream.url, models: [model], groups: ['default', 'svip'] });
        await seedPrice(db, thinker, { input: '2', output: '8' });
        await seedChannel(db, secrets, { type: 14, baseUrl: thinkers.url, models: [thinker] });
        await seedPrice(db, lengthened, { input: '2', output: '8' });
        const paramOverride = { max_tokens: 20_000 };
        await seedChannel(db, secrets, { baseUrl: upstream.url, models: [lengthened], paramOverride });
      });
    });
    after(async () => {
      await gateway?.close();
      await upstream?.close();
      await thinkers?.close();
    });

    const ask = async (name: string, fields: object = {}) => {
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys[name]?.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model,
          messages: [{ role: 'user', content: name }],
          max_tokens: answerTokens,
          ...fields,
        }),
      });
      const text = await answer.text();
      const { code = '', message = '' } = answer.ok ? {} : JSON.parse(text).error;
      return { status: answer.status, headers: answer.headers, code, message };
    };

    // A request holds about 430 quota: its prompt by length and 100 tokens at 4.
    for (const [name, code] of [
      ['poor', 'insufficient_user_quota'],
      ['limited', 'pre_consume_token_quota_failed'],
      ['daily', 'token_budget_exceeded'],
      ['monthly', 'token_budget_exceeded'],
    ] as const) {
      test(`500 parallel requests with a balance for ten of them: ${name}`, async () => {
        upstream.script({ behaviour: { tokens: answerTokens, latencyMs: 300 }, when: { correlation: name }, times: 0 });
        const answers = await Promise.all(Array.from({ length: 500 }, () => ask(name)));
        const served = answers.filter(({ status }) => status === 200).length;
        const refused = answers.filter(({ status }) => status === 403);
        assert.ok(served > 0 && served <= 12, `${served} served`);
        assert.equal(served + refused.length, 500);
        assert.ok(refused.every((answer) => answer.code === code));
        const charged = await waitFor(() => {
          const mine = gateway.events.filter(({ tokenId }) => tokenId === keys[name]?.id);
          return mine.length === served ? mine.reduce((sum, { charge }) => sum + charge, 0) : undefined;
        });
        assert.ok(charged <= 5_000, `${charged} charged`);
      });
    }

    test('a token is refused for what it may not do, with the status that says why', async () => {
      assert.deepEqual(await statusAndCode('one model'), [403, 'model_not_allowed']);
      assert.deepEqual(await statusAndCode('one address'), [403, 'access_denied']);
      assert.deepEqual(await statusAndCode('this address'), [200, '']);
      assert.deepEqual(await statusAndCode('refused address'), [403, 'access_denied']);
      assert.deepEqual(await statusAndCode('elsewhere refused'), [200, '']);
      assert.deepEqual(await statusAndCode('expired'), [401, 'token_expired']);
      assert.deepEqual(await statusAndCode('disabled'), [401, 'token_disabled']);
      assert.deepEqual(await statusAndCode('exhausted'), [403, 'pre_consume_token_quota_failed']);
      assert.deepEqual(await statusAndCode('group'), [403, 'group_not_available']);
      assert.deepEqual(await statusAndCode('private'), [403, 'group_not_available']);
    });

    test('a key is of its own group, else of the first of its owner’s', async () => {
      for (const [name, group] of [
        ['first group', 'svip'],
        ['second group', 'default'],
      ] as const) {
        assert.deepEqual(await statusAndCode(name), [200, '']);
        const event = await gateway.event(({ tokenId }) => tokenId === keys[name]?.id);
        assert.equal(event.group, group);
      }
    });

    test('whole answers are held for to the last token that they may have', async () => {
      const tokens = 20_000;
      upstream.script({ behaviour: { tokens, latencyMs: 300 }, when: { correlation: 'whole' }, times: 0 });
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('whole', { max_tokens: tokens })));
      // 80,000 quota each.
      assert.equal(answers.filter(({ status }) => status === 200).length, 2);
    });

    // 100 tokens and 16,384 to think before them: 65,936 quota.
    const thinking = { model: thinker, reasoning_effort: 'high' };

    test('a host is asked for more than the client allows only when that is held, too', async () => {
      const heard = thinkers.calls.length;
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('thinking', thinking)));
      const refused = answers.filter(({ status }) => status === 403);
      assert.deepEqual([answers.length - refused.length, thinkers.calls.length - heard], [2, 2]);
      assert.ok(refused.every(({ code }) => code === 'insufficient_user_quota'));
      const charges = await waitFor(() => {
        const mine = gateway.events.filter(({ tokenId }) => tokenId === keys.thinking?.id);
        return mine.length === answers.length ? mine.map(({ charge }) => charge) : undefined;
      });
      assert.deepEqual(
        charges.filter((charge) => charge > 0),
        [65_956, 65_956],
      );
    });

    test('so it is where the operator has the limit replaced', async () => {
      const behaviour = { tokens: 20_000, latencyMs: 300 };
      upstream.script({ behaviour, when: { correlation: 'overridden' }, times: 0 });
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('overridden', { model: lengthened })));
      // 80,000 quota each.
      assert.equal(answers.filter(({ status }) => status === 200).length, 2);
      assert.ok(answers.every(({ status, code }) => status === 200 || code === 'insufficient_user_quota'));
    });

    test('a budget that does not cover it is named, and a host is asked for what it covers', async () => {
      const heard = thinkers.calls.length;
      const refused = await ask('thinking in time', thinking);
      assert.deepEqual([refused.status, refused.code], [403, 'token_budget_exceeded']);
      assert.equal(thinkers.calls.length, heard);
      assert.equal((await ask('thinking in time', { ...thinking, reasoning_effort: 'low' })).status, 200);
    });

    test('a stream whose limit is raised begins with the instalment of any long one', async () => {
      const heard = thinkers.calls.length;
      // 16,384 quota each, of what may be 65,936.
      const stream = { ...thinking, stream: true };
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('thinking stream', stream)));
      const served = answers.filter(({ status }) => status === 200).length;
      assert.ok(served > 0 && served <= 3, `${served} served`);
      assert.equal(thinkers.calls.length - heard, served);
    });

    const statusAndCode = async (name: string) => {
      const { status, code } = await ask(name);
      return [status, code];
    };

    test('requests per minute are counted, and the refusal says when to come back', async () => {
      const answers = [];
      for (let i = 0; i < 4; i++) answers.push(await ask('per minute'));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 429],
      );
      assert.ok(Number(answers[3]?.headers.get('retry-after')) > 0);
    });

    test('no wait is longer than official clients obey, for they come again at once else', async () => {
      assert.equal((await ask('once')).status, 200);
      // The window slides: a second request fits into the minute after the next.
      assert.equal((await ask('once')).headers.get('retry-after'), '59');
    });

    test('a key whose owner has words for its limits says those', async () => {
      assert.equal((await ask('own words')).status, 200);
      assert.match((await ask('own words')).message, /^Ask the team for more\./);
    });

    test('a budget that is used up says when to come back, and a new day opens it again', async () => {
      const { id } = keys.daily as { id: number };
      const refused = await ask('daily', { max_tokens: 2_000 });
      assert.deepEqual([refused.status, refused.code], [403, 'token_budget_exceeded']);
      const untilMidnightS = (86_400_000 - (Date.now() % 86_400_000)) / 1_000;
      assert.ok(Math.abs(Number(refused.headers.get('retry-after')) - untilMidnightS) < 60);
      await gateway.db
        .updateTable('tokens')
        .set({ daily_budget: 50_000, sequence: 1_000 })
        .where('id', '=', id)
        .execute();
      const { userId } = await waitFor(() => gateway.events.find(({ tokenId }) => tokenId === id));
      const account = { version: 1, base: 0, frozen: false };
      await gateway.kv.wallet.apply(userId, account, [{ id, version: 1_000, remain: 50_000 }], []);
      assert.equal((await ask('daily', { max_tokens: 2_000 })).status, 200);
    });

    test('a concurrency slot is free again when its request has ended', async () => {
      upstream.script({ behaviour: { latencyMs: 300 }, when: { correlation: 'concurrency' } });
      const answers = await Promise.all([ask('concurrency'), ask('concurrency')]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429]);
      await waitFor(async () => ((await ask('concurrency')).status === 200 ? true : undefined));
    });

    test('a token that is switched off is refused as soon as the notice arrives', async () => {
      const { id } = keys.revoked as { id: number };
      assert.equal((await ask('revoked')).status, 200);
      await gateway.db.transaction().execute(async (trx) => {
        await trx.updateTable('tokens').set({ status: 2 }).where('id', '=', id).execute();
        await announce(trx, 'token', id);
      });
      await gateway.bus.notify(notices.tokenChanged(id), '');
      await waitFor(async () => ((await ask('revoked')).status === 401 ? true : undefined));
    });

    test('a token whose quota was lowered is refused although the relay still holds quota of it', async () => {
      const { id } = keys.lowered as { id: number };
      assert.equal((await ask('lowered')).status, 200);
      const { userId } = await waitFor(() => gateway.events.find(({ tokenId }) => tokenId === id));
      const account = { version: 1, base: 0, frozen: false };
      await gateway.kv.wallet.apply(userId, account, [{ id, version: 1_000, remain: 300 }], []);
      await gateway.bus.notify(notices.tokenChanged(id), '');
      const refused = await waitFor(async () => {
        const answer = await ask('lowered');
        return answer.status === 403 ? answer : undefined;
      });
      assert.equal(refused.code, 'pre_consume_token_quota_failed');
    });

    test('a frozen account is refused although the relay still holds quota of it', async () => {
      assert.equal((await ask('frozen')).status, 200);
      const account = { version: 1_000, base: 1_000_000, frozen: true };
      await gateway.kv.wallet.apply(frozenId, account, [], []);
      await gateway.bus.notify(notices.userChanged(frozenId), '');
      const refused = await waitFor(async () => {
        const answer = await ask('frozen');
        return answer.status === 403 ? answer : undefined;
      });
      assert.equal(refused.code, 'account_frozen');
    });
  });
}
