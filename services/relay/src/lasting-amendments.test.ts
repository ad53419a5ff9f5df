import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openaiError, user } from './harness/refusals.ts';
import { type RefusalBench, startRefusalBench } from './harness/refusing-host.ts';

let bench: RefusalBench;
before(async () => {
  const channels = [['kept'], ['unproven'], ['odd'], ['old', 'new']];
  bench = await startRefusalBench(channels.map((models) => ({ type: 8, models })));
});
after(() => bench?.close());
beforeEach(() => {
  bench.host.calls.length = 0;
  bench.reply = () => undefined;
});

const noOptions = { status: 400, body: openaiError('Unknown parameter: stream_options') };

test('a host that cannot be asked for usage is not asked again for a while, and its answers are counted here', async () => {
  bench.reply = ({ stream_options }) => (stream_options ? noOptions : undefined);
  const response = await bench.ask('kept', { messages: [user], stream: true });
  await response.text();
  const { tokens } = await bench.settled(response);
  assert.ok(tokens.prompt > 0 && tokens.prompt < 100);
  assert.ok(tokens.completion > 0 && tokens.completion < 100);
  await (await bench.ask('kept', { messages: [user], stream: true })).text();
  assert.deepEqual(
    bench.sent().map((body) => 'stream_options' in body),
    [true, false, false],
  );
});

test('one model that refuses to be asked takes nothing from the others of its host, and nothing that its clients write', async () => {
  bench.reply = ({ model, stream_options }) => (model === 'old' && stream_options ? noOptions : undefined);
  const stream = async (model: string, stream_options?: object) => {
    const response = await bench.ask(model, { messages: [user], stream: true, stream_options });
    await response.text();
    return response;
  };
  await stream('old');
  const { charge } = await bench.settled(await stream('new'));
  assert.equal(charge, 1_000 + 100 * 4);
  assert.equal((await stream('old', { include_usage: true, include_obfuscation: false })).status, 400);
  const same = await stream('old', { include_usage: true });
  assert.deepEqual(
    [same.status, same.headers.get('x-switchyard-warning')],
    [200, 'stream_options: the host refused it'],
  );
  assert.deepEqual(
    bench.sent().map(({ stream_options }) => stream_options),
    [
      { include_usage: true },
      undefined,
      { include_usage: true },
      { include_usage: true, include_obfuscation: false },
      undefined,
    ],
  );
});

test('nothing is kept of what did not help', async () => {
  bench.reply = () => noOptions;
  for (const _ of [1, 2]) assert.equal((await bench.ask('unproven', { messages: [user], stream: true })).status, 400);
  assert.deepEqual(
    bench.sent().map((body) => 'stream_options' in body),
    [true, false, true, false],
  );
});

test('who fills the options so that they are refused does not get out of being counted', async () => {
  bench.reply = ({ stream_options }) => (JSON.stringify(stream_options).includes('odd') ? noOptions : undefined);
  const odd = { messages: [user], stream: true, stream_options: { odd: 1 } };
  assert.equal((await bench.ask('odd', odd)).status, 400);
  assert.equal(bench.host.calls.length, 1);
});
