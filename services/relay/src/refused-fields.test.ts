import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type HeardCall, type HostReply, serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { testedChannel } from './harness/internal-call.ts';

type Json = Record<string, unknown>;

const user = { role: 'user', content: 'When is low tide?' };
const openaiError = (message: string, param: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param, code: null },
});
const claudeError = (message: string) => ({ type: 'error', error: { type: 'invalid_request_error', message } });
const forced = { tools: [{ name: 'tide', input_schema: { type: 'object' } }], tool_choice: { type: 'any' } };
const thought = { type: 'thinking', thinking: 'Moon.', signature: 'c2ln' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'tide', input: {} };
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'noon' }] };
const said = { type: 'text', text: 'Noon.' };
const talk = [
  user,
  { role: 'assistant', content: [thought] },
  user,
  { role: 'assistant', content: [thought, said] },
  user,
  { role: 'assistant', content: [thought, call] },
  result,
];
const shortTalk = [
  user,
  user,
  { role: 'assistant', content: [said] },
  user,
  { role: 'assistant', content: [thought, call] },
  result,
];

interface Refused {
  readonly name: string;
  readonly type: number;
  readonly other?: string;
  readonly key?: string;
  readonly model: string;
  readonly path?: string;
  readonly asked: Json;
  /** Which requests the host refuses, with what. */
  readonly refuses: (body: Json) => boolean;
  readonly status?: number;
  readonly refusal: unknown;
  /** What of the first request is other in the second; undefined: it is not there. */
  readonly changed: Json;
  /** What the client is told of it. */
  readonly warned?: string;
}

const cases: readonly Refused[] = [
  {
    name: 'OpenAI, a tier that the project may not ask for',
    type: 1,
    model: 'tiered',
    asked: { messages: [user], service_tier: 'priority' },
    refuses: (body) => 'service_tier' in body,
    refusal: openaiError('This project is not allowed to use this tier.', 'service_tier'),
    changed: { service_tier: undefined },
    warned: 'service_tier: the host refused it',
  },
  {
    name: 'OpenAI, the same in responses',
    type: 1,
    model: 'tiered-responses',
    path: '/v1/responses',
    asked: { input: 'When is low tide?', service_tier: 'priority' },
    refuses: (body) => 'service_tier' in body,
    refusal: openaiError('service_tier "priority" is not allowed for this project.'),
    changed: { service_tier: undefined },
    warned: 'service_tier: the host refused it',
  },
  {
    name: 'Azure, members that its version does not know',
    type: 3,
    other: '2024-10-21',
    model: 'deployed',
    asked: { messages: [user], safety_identifier: 'ada', verbosity: 'low', stream: true },
    refuses: (body) => 'safety_identifier' in body,
    refusal: openaiError('Unrecognized request arguments supplied: safety_identifier, verbosity'),
    changed: { safety_identifier: undefined, verbosity: undefined },
    warned: 'safety_identifier: the host refused it, verbosity: the host refused it',
  },
  {
    name: 'Azure, a tool that a Claude may not be forced to call',
    type: 3,
    model: 'claude-haiku-5-5',
    path: '/v1/messages',
    asked: { messages: [user], max_tokens: 100, ...forced },
    refuses: ({ tool_choice }) => (tool_choice as Json).type !== 'auto',
    refusal: claudeError('tool_choice: this model does not support forced tool use'),
    changed: { tool_choice: { type: 'auto' } },
    warned: 'tool_choice: the host refused it as it was',
  },
  {
    name: 'Anthropic, a tool that may not be forced',
    type: 14,
    model: 'claude-sonnet-5-5',
    path: '/v1/messages',
    asked: {
      messages: [user],
      max_tokens: 100,
      ...forced,
      tool_choice: { type: 'tool', name: 'tide', disable_parallel_tool_use: true },
    },
    refuses: ({ tool_choice }) => (tool_choice as Json).type !== 'auto',
    refusal: claudeError('tool_choice: this model does not support forced tool use'),
    changed: { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    warned: 'tool_choice: the host refused it as it was',
  },
  {
    name: 'Anthropic, thoughts of another conversation',
    type: 14,
    model: 'claude-opus-5-5',
    path: '/v1/messages',
    asked: { messages: talk, max_tokens: 100 },
    refuses: ({ messages }) => JSON.stringify(messages) !== JSON.stringify(shortTalk),
    refusal: claudeError('messages.1.content.0: this thinking block is bound to a different conversation'),
    changed: { messages: shortTalk },
    warned: 'messages: the host refused it as it was',
  },
  {
    name: 'Bedrock, thoughts of another conversation',
    type: 33,
    key: 'sk|us-east-1',
    model: 'claude-fable-5-1',
    path: '/v1/messages',
    asked: { messages: talk, max_tokens: 100 },
    refuses: ({ messages }) => JSON.stringify(messages) !== JSON.stringify(shortTalk),
    refusal: { message: 'messages.1.content.0: this thinking block is bound to a different conversation' },
    changed: { messages: shortTalk },
    warned: 'messages: the host refused it as it was',
  },
  {
    name: 'Bedrock, a tool that a model which the address names may not be forced to call',
    type: 33,
    key: 'sk|us-east-1',
    model: 'us.anthropic.claude-haiku-5-5',
    path: '/v1/messages',
    asked: { messages: [user], max_tokens: 100, ...forced },
    refuses: ({ tool_choice }) => (tool_choice as Json).type !== 'auto',
    refusal: { message: 'tool_choice: this model does not support forced tool use' },
    changed: { tool_choice: { type: 'auto' } },
    warned: 'tool_choice: the host refused it as it was',
  },
  {
    name: 'Ollama, a model that cannot think',
    type: 4,
    model: 'gemma',
    asked: { messages: [user], reasoning_effort: 'high' },
    refuses: (body) => 'think' in body,
    refusal: { error: 'registry.ollama.ai/library/gemma:latest does not support thinking' },
    changed: { think: undefined },
    warned: 'think: the host refused it',
  },
  {
    name: 'Ollama, the same asked as a response',
    type: 4,
    model: 'gemma-responses',
    path: '/v1/responses',
    asked: { input: 'When is low tide?', reasoning: { effort: 'high' } },
    refuses: (body) => 'think' in body,
    refusal: { error: 'registry.ollama.ai/library/gemma:latest does not support thinking' },
    changed: { think: undefined },
    warned: 'think: the host refused it',
  },
  {
    name: 'a custom host that reports no usage in streams',
    type: 8,
    model: 'imitated',
    asked: { messages: [user], stream: true },
    refuses: (body) => 'stream_options' in body,
    status: 422,
    refusal: { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs' }] },
    changed: { stream_options: undefined },
  },
  {
    name: 'Ali, thinking that must be on',
    type: 17,
    model: 'qwen-thinker',
    asked: { messages: [user], enable_thinking: false },
    refuses: (body) => body.enable_thinking !== true,
    refusal: openaiError('The value of the enable_thinking parameter is restricted to True.'),
    changed: { enable_thinking: true },
    warned: 'enable_thinking: the host refused it as it was',
  },
  {
    name: 'Ali, thinking that must be off',
    type: 17,
    model: 'qwen-hybrid',
    asked: { messages: [user] },
    refuses: (body) => body.enable_thinking !== false,
    refusal: openaiError('parameter.enable_thinking must be set to false for non-streaming calls'),
    changed: { enable_thinking: false },
    warned: 'enable_thinking: the host refused it as it was',
  },
  {
    name: 'Cloudflare, an old model that takes text alone',
    type: 39,
    other: 'account1',
    model: '@cf/old',
    asked: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'When is' },
            { type: 'text', text: 'low tide?' },
          ],
        },
      ],
    },
    refuses: ({ messages }) => (messages as Json[]).some(({ content }) => Array.isArray(content)),
    refusal: { errors: [{ code: 5006, message: "AiError: Bad input: Error: oneOf at '/' not met" }], success: false },
    changed: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'When is\nlow tide?' },
      ],
    },
    warned: 'messages: the host refused it as it was',
  },
  {
    name: 'SiliconCloud, a model that has no switch for thinking',
    type: 40,
    model: 'Qwen/Qwen3-8B',
    asked: { messages: [user], reasoning_effort: 'high' },
    refuses: (body) => 'enable_thinking' in body,
    refusal: {
      code: 20015,
      message: 'Value error, current model does not support parameter `enable_thinking`.',
      data: null,
    },
    changed: { enable_thinking: undefined },
    warned: 'enable_thinking: the host refused it',
  },
  {
    name: 'Mistral, a mode that was added',
    type: 42,
    model: 'magistral-old',
    asked: { messages: [user], reasoning_effort: 'high' },
    refuses: (body) => 'prompt_mode' in body,
    status: 422,
    refusal: {
      object: 'error',
      message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'prompt_mode'], msg: 'Extra inputs', input: 'x' }] },
      type: 'invalid_request_error',
    },
    changed: { prompt_mode: undefined },
    warned: 'prompt_mode: the host refused it',
  },
  {
    name: 'Mistral, the same asked as a message',
    type: 42,
    model: 'magistral-older',
    path: '/v1/messages',
    asked: { messages: [user], max_tokens: 2_000, thinking: { type: 'enabled', budget_tokens: 1_024 } },
    refuses: (body) => 'prompt_mode' in body,
    status: 422,
    refusal: { detail: [{ type: 'extra_forbidden', loc: ['body', 'prompt_mode'], msg: 'Extra inputs', input: 'x' }] },
    changed: { prompt_mode: undefined },
    warned: 'prompt_mode: the host refused it',
  },
  {
    name: 'DeepSeek, reasoning that the client did not send back',
    type: 43,
    model: 'deepseek-v4-pro',
    asked: { messages: [user], reasoning_effort: 'high' },
    refuses: ({ thinking }) => (thinking as Json | undefined)?.type !== 'disabled',
    refusal: openaiError('The reasoning_content in the thinking mode must be passed back to the API.'),
    changed: { thinking: { type: 'disabled' }, reasoning_effort: undefined },
    warned: 'reasoning_effort: the host refused it',
  },
];

const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };

function events(payloads: readonly Json[]): HostReply {
  const body = `${payloads.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')}data: [DONE]\n\n`;
  return { type: 'text/event-stream', body };
}

/** Usage comes in streams to who asks for it. */
function chat({ stream, stream_options }: Json): HostReply {
  const envelope = { id: 'chatcmpl-1', created: 1, model: 'm' };
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'At noon.' }, finish_reason: 'stop' }];
    return { body: { ...envelope, object: 'chat.completion', choices, usage } };
  }
  const chunk = { ...envelope, object: 'chat.completion.chunk' };
  return events([
    { ...chunk, choices: [{ index: 0, delta: { content: 'At noon.' }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ...(stream_options ? [{ ...chunk, choices: [], usage }] : []),
  ]);
}

function answer(path: string, body: Json): HostReply {
  if (path.endsWith('/api/chat')) {
    const message = { role: 'assistant', content: 'At noon.' };
    const counts = { prompt_eval_count: 1_000, eval_count: 100 };
    return { body: { model: 'm', message, done: true, done_reason: 'stop', ...counts } };
  }
  const counts = { input_tokens: 1_000, output_tokens: 100 };
  if (path.endsWith('/responses')) {
    const content = [{ type: 'output_text', text: 'At noon.', annotations: [] }];
    const output = [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }];
    const status = 'completed';
    return {
      body: {
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        model: 'm',
        status,
        output,
        usage: { ...counts, total_tokens: 1_100 },
      },
    };
  }
  if (!/\/(messages|invoke)$/.test(path)) return chat(body);
  const content = [{ type: 'text', text: 'At noon.' }];
  return {
    body: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content,
      stop_reason: 'end_turn',
      usage: counts,
    },
  };
}

describe('fields that a host refuses', () => {
  let host: TaskServer;
  let gateway: TestGateway;
  let key = '';
  let reply: (body: Json, call: HeardCall) => HostReply | undefined;

  before(async () => {
    host = await serveTasks((heard) => {
      const body = JSON.parse(heard.text) as Json;
      return reply(body, heard) ?? answer(heard.path, body);
    });
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1e9 });
      key = (await seedToken(db, keys, { userId })).key;
      const channel = async (type: number, model: string, other = '', sk = 'sk') => {
        await seedPrice(db, model, { input: '2', output: '8', serviceTiers: { priority: '3' } });
        await seedChannel(db, keys, { type, other, baseUrl: host.url, key: sk, models: [model] });
      };
      for (const { type, model, other, key } of cases) await channel(type, model, other, key);
      for (const model of ['kept', 'unproven', 'odd']) await channel(8, model);
      const models = ['old', 'new'];
      for (const model of models) await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, keys, { type: 8, baseUrl: host.url, key: 'sk', models });
    });
  });
  after(async () => {
    await gateway?.close();
    await host?.close();
  });
  beforeEach(() => {
    host.calls.length = 0;
    reply = () => undefined;
  });

  const ask = (model: string, asked: Json, path = '/v1/chat/completions') =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
      },
      body: JSON.stringify({ model, ...asked }),
    });
  const sent = () => host.calls.map(({ text }) => JSON.parse(text) as Json);
  const settled = ({ headers }: Response) => gateway.event(({ id }) => id === headers.get('x-oneapi-request-id'));
  const tries = async (response: Response) => (await settled(response)).tries.map(({ status }) => status);

  for (const { name, model, path, asked, refuses, status = 400, refusal, changed, warned } of cases) {
    test(`${name}: it is asked once more without`, async () => {
      reply = (body) => (refuses(body) ? { status, body: refusal } : undefined);
      const response = await ask(model, asked, path);
      assert.match(await response.text(), /At noon\./);
      assert.equal(response.headers.get('x-switchyard-warning'), warned ?? null);
      const [first, second] = sent();
      assert.equal(host.calls.length, 2);
      assert.deepEqual(second, JSON.parse(JSON.stringify({ ...first, ...changed })));
      assert.deepEqual(await tries(response), [status, 200]);
    });

    test(`${name}: a refusal of something else is the client's, as it came`, async () => {
      reply = () => ({ status: 400, body: openaiError('Something else is wrong.') });
      const response = await ask(model, asked, path);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /Something else is wrong\./);
      assert.equal(host.calls.length, 1);
    });
  }

  test('a host that refuses the change as well is asked no third time, and what it said last is told', async () => {
    reply = ({ enable_thinking: thinks }) => {
      const told = thinks ? 'must be set to false' : 'is restricted to True';
      return { status: 400, body: openaiError(`enable_thinking ${told}`) };
    };
    const response = await ask('qwen-hybrid', { messages: [user], enable_thinking: true });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /enable_thinking is restricted to True/);
    assert.equal(host.calls.length, 2);
    assert.deepEqual(await tries(response), [400, 400]);
  });

  test("a channel's test asks once more without, as requests do, and no third time", async () => {
    const { refuses, refusal } = cases.find(({ model }) => model === 'qwen-hybrid') as Refused;
    reply = (body) => (refuses(body) ? { status: 400, body: refusal } : undefined);
    assert.deepEqual(await testedChannel(gateway, 'qwen-hybrid'), { success: true, message: '' });
    assert.deepEqual(
      sent().map((body) => body.enable_thinking),
      [undefined, false],
    );
    reply = () => ({ status: 400, body: refusal });
    const { success, message } = await testedChannel(gateway, 'qwen-hybrid');
    assert.equal(success, false);
    assert.match(String(message), /must be set to false/);
    assert.equal(host.calls.length, 4);
  });

  test('without its tier a request is charged the standard one', async () => {
    reply = ({ service_tier }) =>
      service_tier ? { status: 400, body: openaiError('service_tier is not allowed for this project') } : undefined;
    const response = await ask('tiered', { messages: [user], service_tier: 'priority' });
    const { charge, tokens } = await settled(response);
    assert.deepEqual([charge, tokens.serviceTier], [1_000 + 100 * 4, undefined]);
  });

  test('what a client wrote is not taken for what the host refuses', async () => {
    reply = () => ({ status: 400, body: openaiError('Bad text: "service_tier of my project"') });
    await ask('tiered', { messages: [user] });
    assert.equal(host.calls.length, 1);
  });

  for (const member of ['tools', 'max_tokens']) {
    test(`a version that does not know ${member} is not asked without`, async () => {
      reply = () => ({ status: 400, body: openaiError(`Unrecognized request argument supplied: ${member}`) });
      const tools = [{ type: 'function', function: { name: 'tide', parameters: {} } }];
      assert.equal((await ask('deployed', { messages: [user], tools, max_tokens: 9 })).status, 400);
      assert.equal(host.calls.length, 1);
    });
  }

  test('a mode that the client set itself is its own to take out', async () => {
    const { refusal } = cases.find(({ type }) => type === 42) as Refused;
    reply = () => ({ status: 422, body: refusal });
    assert.equal((await ask('magistral-old', { messages: [user], prompt_mode: 'reasoning' })).status, 422);
    assert.equal(sent()[0]?.prompt_mode, 'reasoning');
    assert.equal(host.calls.length, 1);
  });

  const noOptions = { status: 400, body: openaiError('Unknown parameter: stream_options') };

  test('a host that cannot be asked for usage is not asked again for a while, and its answers are counted here', async () => {
    reply = ({ stream_options }) => (stream_options ? noOptions : undefined);
    const response = await ask('kept', { messages: [user], stream: true });
    await response.text();
    const { tokens } = await settled(response);
    assert.ok(tokens.prompt > 0 && tokens.prompt < 100);
    assert.ok(tokens.completion > 0 && tokens.completion < 100);
    await (await ask('kept', { messages: [user], stream: true })).text();
    assert.deepEqual(
      sent().map((body) => 'stream_options' in body),
      [true, false, false],
    );
  });

  test('one model that refuses to be asked takes nothing from the others of its host, and nothing that its clients write', async () => {
    reply = ({ model, stream_options }) => (model === 'old' && stream_options ? noOptions : undefined);
    const stream = async (model: string, stream_options?: Json) => {
      const response = await ask(model, { messages: [user], stream: true, stream_options });
      await response.text();
      return response;
    };
    await stream('old');
    const { charge } = await settled(await stream('new'));
    assert.equal(charge, 1_000 + 100 * 4);
    assert.equal((await stream('old', { include_usage: true, include_obfuscation: false })).status, 400);
    const same = await stream('old', { include_usage: true });
    assert.deepEqual(
      [same.status, same.headers.get('x-switchyard-warning')],
      [200, 'stream_options: the host refused it'],
    );
    assert.deepEqual(
      sent().map(({ stream_options }) => stream_options),
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
    reply = () => noOptions;
    for (const _ of [1, 2]) assert.equal((await ask('unproven', { messages: [user], stream: true })).status, 400);
    assert.deepEqual(
      sent().map((body) => 'stream_options' in body),
      [true, false, true, false],
    );
  });

  test('who fills the options so that they are refused does not get out of being counted', async () => {
    reply = ({ stream_options }) => (JSON.stringify(stream_options).includes('odd') ? noOptions : undefined);
    const odd = { messages: [user], stream: true, stream_options: { odd: 1 } };
    assert.equal((await ask('odd', odd)).status, 400);
    assert.equal(host.calls.length, 1);
  });
});
