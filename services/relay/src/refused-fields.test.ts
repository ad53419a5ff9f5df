import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { testedChannel } from './harness/internal-call.ts';
import { openaiError, type Refusal, refusals, user } from './harness/refusals.ts';
import { type RefusalBench, startRefusalBench } from './harness/refusing-host.ts';

let bench: RefusalBench;
before(async () => {
  bench = await startRefusalBench(refusals.map(({ model, ...channel }) => ({ ...channel, models: [model] })));
});
after(() => bench?.close());
beforeEach(() => {
  bench.host.calls.length = 0;
  bench.reply = () => undefined;
});

for (const { name, model, path, asked, refuses, status = 400, refusal, changed, warned } of refusals) {
  test(`${name}: it is asked once more without`, async () => {
    bench.reply = (body) => (refuses(body) ? { status, body: refusal } : undefined);
    const response = await bench.ask(model, asked, path);
    assert.match(await response.text(), /At noon\./);
    assert.equal(response.headers.get('x-switchyard-warning'), warned ?? null);
    const [first, second] = bench.sent();
    assert.equal(bench.host.calls.length, 2);
    assert.deepEqual(second, JSON.parse(JSON.stringify({ ...first, ...changed })));
    assert.deepEqual(await bench.tries(response), [status, 200]);
  });

  test(`${name}: a refusal of something else is the client's, as it came`, async () => {
    bench.reply = () => ({ status: 400, body: openaiError('Something else is wrong.') });
    const response = await bench.ask(model, asked, path);
    assert.equal(response.status, 400);
    assert.match(await response.text(), /Something else is wrong\./);
    assert.equal(bench.host.calls.length, 1);
  });
}

test('a host that refuses the change as well is asked no third time, and what it said last is told', async () => {
  bench.reply = ({ enable_thinking: thinks }) => {
    const told = thinks ? 'must be set to false' : 'is restricted to True';
    return { status: 400, body: openaiError(`enable_thinking ${told}`) };
  };
  const response = await bench.ask('qwen-hybrid', { messages: [user], enable_thinking: true });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /enable_thinking is restricted to True/);
  assert.equal(bench.host.calls.length, 2);
  assert.deepEqual(await bench.tries(response), [400, 400]);
});

test("a channel's test asks once more without, as requests do, and no third time", async () => {
  const { refuses, refusal } = refusals.find(({ model }) => model === 'qwen-hybrid') as Refusal;
  bench.reply = (body) => (refuses(body) ? { status: 400, body: refusal } : undefined);
  assert.deepEqual(await testedChannel(bench.gateway, 'qwen-hybrid'), { success: true, message: '' });
  assert.deepEqual(
    bench.sent().map((body) => body.enable_thinking),
    [undefined, false],
  );
  bench.reply = () => ({ status: 400, body: refusal });
  const { success, message } = await testedChannel(bench.gateway, 'qwen-hybrid');
  assert.equal(success, false);
  assert.match(String(message), /must be set to false/);
  assert.equal(bench.host.calls.length, 4);
});

test('without its tier a request is charged the standard one', async () => {
  bench.reply = ({ service_tier }) =>
    service_tier ? { status: 400, body: openaiError('service_tier is not allowed for this project') } : undefined;
  const response = await bench.ask('tiered', { messages: [user], service_tier: 'priority' });
  const { charge, tokens } = await bench.settled(response);
  assert.deepEqual([charge, tokens.serviceTier], [1_000 + 100 * 4, undefined]);
});

test('what a client wrote is not taken for what the host refuses', async () => {
  bench.reply = () => ({ status: 400, body: openaiError('Bad text: "service_tier of my project"') });
  await bench.ask('tiered', { messages: [user] });
  assert.equal(bench.host.calls.length, 1);
});

for (const member of ['tools', 'max_tokens']) {
  test(`a version that does not know ${member} is not asked without`, async () => {
    bench.reply = () => ({ status: 400, body: openaiError(`Unrecognized request argument supplied: ${member}`) });
    const tools = [{ type: 'function', function: { name: 'tide', parameters: {} } }];
    assert.equal((await bench.ask('deployed', { messages: [user], tools, max_tokens: 9 })).status, 400);
    assert.equal(bench.host.calls.length, 1);
  });
}

test('a mode that the client set itself is its own to take out', async () => {
  const { refusal } = refusals.find(({ type }) => type === 42) as Refusal;
  bench.reply = () => ({ status: 422, body: refusal });
  assert.equal((await bench.ask('magistral-old', { messages: [user], prompt_mode: 'reasoning' })).status, 422);
  assert.equal(bench.sent()[0]?.prompt_mode, 'reasoning');
  assert.equal(bench.host.calls.length, 1);
});
