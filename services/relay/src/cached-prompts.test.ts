import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { TokenCounter } from './metering/token-counter.ts';

/** Has 620 tokens at least, 800 by the tokenizer and 886 by its length. */
const content = 'When is low water at the pier? '.repeat(100);

describe('a host that does not tell of a prompt what it had cached', () => {
  let host: TaskServer;
  let gateway: TestGateway;
  let key = '';

  before(async () => {
    host = await serveTasks(({ text }) => {
      const { model } = JSON.parse(text);
      const reported = Number(model.split(':')[1]);
      const body = {
        model,
        message: { role: 'assistant', content: 'At 16:40.' },
        done: true,
        done_reason: 'stop',
        ...(reported > 0 && { prompt_eval_count: reported }),
        eval_count: 40,
      };
      return JSON.parse(text).stream ? { type: 'application/x-ndjson', body: `${JSON.stringify(body)}\n` } : { body };
    });
    gateway = await startGateway('memory', async (db, sealing) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1_000_000 });
      key = (await seedToken(db, sealing, { userId })).key;
      const models = ['low:12', 'low:13', 'low:650', 'low:2000', 'low:0'];
      for (const model of models) await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, sealing, { type: 4, baseUrl: host.url, models });
    });
  });
  after(async () => {
    await gateway?.close();
    await host?.close();
  });

  const ask = async (model: string, stream: boolean) => {
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream, messages: [{ role: 'user', content }] }),
    });
    await answer.text();
    const { tokens } = await gateway.event((one) => one.model === model && one.stream === stream);
    return tokens;
  };

  for (const [reported, charged, completion] of [
    [12, [790, 820], 40],
    [0, [790, 820], undefined],
    [650, [650, 650], 40],
    [2000, [2000, 2000], 40],
  ] as const) {
    for (const stream of [false, true]) {
      test(`${reported} told of about 800 tokens${stream ? ', in a stream' : ''}`, async () => {
        const tokens = await ask(`low:${reported}`, stream);
        const [least, most] = charged;
        assert.ok(tokens.prompt >= least && tokens.prompt <= most, `${tokens.prompt} charged`);
        if (completion !== undefined) assert.equal(tokens.completion, completion);
      });
    }
  }

  test('what it reports stands when the count is late: nobody pays for an estimate', async () => {
    const late = mock.method(TokenCounter.prototype, 'count', async (...texts: string[]) => ({
      tokens: texts.map(() => 886),
      isEstimate: true,
    }));
    assert.deepEqual((await ask('low:13', false)).prompt, 13);
    assert.equal(late.mock.callCount(), 1);
    late.mock.restore();
  });
});
