import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { sse } from '../../egress/framing/sse.ts';
import { GatewayError } from '../../errors.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { JsonBody } from '../../ingress/json-body.ts';
import { BodyEdit } from '../patch.ts';
import { asApplication } from './as-application.ts';
import { difyChat } from './dialect.ts';
import { dify } from './index.ts';
import { uploadFiles } from './upload-files.ts';

const chat: ChatRequest = {
  model: 'dify',
  stream: false,
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'When is high water?' }] }],
  tools: [],
  extensions: {},
};
const credentials = (other: string) => ({ key: 'app-1', organization: '', other });
const write = (changes: Partial<ChatRequest>) => difyChat.writeRequest({ ...chat, ...changes }, () => {});

test('a chatflow answers with reasoning, text and the tokens of the whole run, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'chatflow.sse'), sse, difyChat.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Tafeln für heute');
  assert.equal(textOf(parts, 'text'), 'High water 16:40');
  assert.deepEqual(parts[0], { type: 'start', id: 'm5', model: '' });
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: '' },
    usage: { prompt: 320, completion: 8, cacheRead: 0, cacheWrite: 0 },
  });
});

test('a last message of an agent that repeats the whole answer is said once', () => {
  const parts = replay(readFixture(import.meta.url, 'agent.sse'), sse, difyChat.readStream);
  assert.equal(textOf(parts, 'text'), 'Low water at 10:12');
  assert.equal(parts.at(-1)?.type, 'finish');
});

test('a piece of text that equals the text before it is not taken for a repetition', () => {
  const message = (answer: string) => `data: {"event":"message","message_id":"m","answer":"${answer}"}\n\n`;
  const parts = replay(`${message('ha')}${message('haha')}data: {"event":"message_end"}\n\n`, sse, difyChat.readStream);
  assert.equal(textOf(parts, 'text'), 'hahaha');
});

test('a workflow without words answers with its output', () => {
  const parts = replay(readFixture(import.meta.url, 'workflow.sse'), sse, difyChat.readStream);
  assert.equal(textOf(parts, 'text'), '10:12');
  assert.equal(parts.at(-1)?.type, 'finish');
});

test('a workflow is charged by the tokens of its run; a total below its own answer is no report', () => {
  const last = (total_tokens: number) =>
    replay(
      `data: ${JSON.stringify({ event: 'workflow_finished', data: { status: 'succeeded', outputs: { text: 'x'.repeat(50) }, total_tokens } })}\n\n`,
      sse,
      difyChat.readStream,
    ).at(-1);
  const usageOf = (total: number) => {
    const part = last(total);
    return part?.type === 'finish' ? part.usage : part;
  };
  assert.deepEqual(usageOf(33), { prompt: 23, completion: 10, cacheRead: 0, cacheWrite: 0 });
  assert.equal(usageOf(9), undefined);
  assert.equal(usageOf(0), undefined);
  const whole = { task_id: 't', data: { status: 'succeeded', outputs: { text: 'x'.repeat(50) }, total_tokens: 33 } };
  assert.deepEqual(difyChat.readUsage(whole), { prompt: 23, completion: 10, cacheRead: 0, cacheWrite: 0 });
});

test('errors with status 200, failed runs and streams that break off end in an error', () => {
  const verdict = (events: string) => {
    const last = replay(events, sse, difyChat.readStream).at(-1);
    return last?.type === 'error' ? last.error.verdict : last?.type;
  };
  const event = (fields: object) => `data: ${JSON.stringify(fields)}\n\n`;
  assert.equal(
    verdict(event({ event: 'error', status: 400, code: 'provider_quota_exceeded', message: 'spent' })),
    'credential',
  );
  assert.equal(
    verdict(event({ event: 'error', status: 400, code: 'invalid_param', message: 'port is required' })),
    'client',
  );
  assert.equal(
    verdict(event({ event: 'workflow_finished', data: { status: 'failed', error: 'node broke' } })),
    'retry',
  );
  assert.equal(verdict(event({ event: 'message', message_id: 'm', answer: 'Ebb' })), 'retry');
});

test('moderation that replaces an answer is said behind it', () => {
  const events = [
    { event: 'message', message_id: 'm', answer: 'Secret' },
    { event: 'message_replace', message_id: 'm', answer: 'No comment.' },
    { event: 'message_end' },
  ];
  const parts = replay(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), sse, difyChat.readStream);
  assert.equal(textOf(parts, 'text'), 'Secret\nNo comment.');
  const last = parts.at(-1);
  assert.ok(last?.type === 'finish' && last.finishReason.unified === 'content-filter');
});

test('whole answers are read too', () => {
  const message = {
    event: 'message',
    message_id: 'm8',
    mode: 'chat',
    answer: 'At 16:40.',
    metadata: { usage: { prompt_tokens: 7, completion_tokens: 4 } },
  };
  assert.deepEqual(difyChat.readResponse(message).parts, [{ type: 'text', text: 'At 16:40.' }]);
  assert.equal(difyChat.readResponse(message).usage?.prompt, 7);
  const run = { task_id: 't', data: { status: 'succeeded', outputs: { text: '16:40' } } };
  assert.deepEqual(difyChat.readResponse(run).parts, [{ type: 'text', text: '16:40' }]);
  assert.throws(
    () => difyChat.readResponse({ code: 'app_unavailable', message: 'no', status: 400 }),
    (error) => error instanceof UpstreamRefusal && error.upstream.verdict === 'retry',
  );
});

test('one question goes bare, a conversation as one text with the newest last', () => {
  assert.equal(write({}).query, 'When is high water?');
  const messages: ChatRequest['messages'] = [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'Ahoy' }] },
    ...chat.messages,
  ];
  assert.equal(write({ messages }).query, 'Be brief.\n\nUser: Hello\n\nAssistant: Ahoy\n\nUser: When is high water?');
  assert.throws(() => write({ messages: [] }), GatewayError);
  assert.throws(() => write({ tools: [{ type: 'function', name: 'tide' }] }), GatewayError);
});

test('a stream is always asked for, by a user who is named', () => {
  const { response_mode, user, inputs } = write({});
  assert.deepEqual([response_mode, user, inputs], ['streaming', 'gateway', {}]);
  assert.equal(write({ user: 'u-9' }).user, 'u-9');
});

test('each kind of application has its path and its place for the question', () => {
  const [endpoint] = dify.endpoints;
  const path = (other: string) =>
    typeof endpoint?.path === 'function' &&
    endpoint.path({ model: 'dify', stream: true, credentials: credentials(other) });
  const body = (other: string) => {
    const edit = new BodyEdit(JsonBody.of(write({})));
    asApplication(edit, { model: 'dify', stream: true, credentials: credentials(other) });
    return JSON.parse(edit.write().toString('utf8')) as Record<string, unknown>;
  };
  assert.equal(path(''), '/v1/chat-messages');
  assert.equal(path('completion'), '/v1/completion-messages');
  assert.equal(path('{"kind":"workflow"}'), '/v1/workflows/run');
  assert.equal(body('').query, 'When is high water?');
  const workflow = body('{"kind":"workflow","input":"question","inputs":{"port":"Brest"}}');
  assert.deepEqual(workflow.inputs, { port: 'Brest', question: 'When is high water?' });
  assert.equal('query' in workflow, false);
});

test('addresses go as they are; bytes are stored first, by the same user', async () => {
  const file = { type: 'file', mediaType: 'image/png' } as const;
  const body = write({
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'What is this?' },
          { ...file, source: { kind: 'url', url: 'https://pictures.example/1.png' } },
          { ...file, source: { kind: 'data', base64: Buffer.from('picture').toString('base64') } },
        ],
      },
    ],
  });
  const uploads: { target: string; user: unknown; text: string; name: string }[] = [];
  const call = {
    url: new URL('https://dify.example/v1/chat-messages'),
    headers: [],
    body: Buffer.from(JSON.stringify(body)),
  };
  const signed = await uploadFiles(call, credentials(''), async (target, init) => {
    const [, type = ''] = init?.headers ?? [];
    const form = await new Response(init?.body as Buffer<ArrayBuffer>, {
      headers: { 'content-type': type },
    }).formData();
    const stored = form.get('file') as File;
    uploads.push({ target, user: form.get('user'), text: await stored.text(), name: stored.name });
    return { id: 'file-7' };
  });
  assert.deepEqual(uploads, [{ target: '/v1/files/upload', user: 'gateway', text: 'picture', name: 'file.png' }]);
  assert.deepEqual(JSON.parse(signed.body.toString('utf8')).files, [
    { type: 'image', transfer_method: 'remote_url', url: 'https://pictures.example/1.png' },
    { type: 'image', transfer_method: 'local_file', upload_file_id: 'file-7' },
  ]);
});

for (const [status, code, message, verdict] of [
  [401, 'unauthorized', 'Access token is invalid', 'credential'],
  [404, 'not_found', 'App not found', 'credential'],
  [404, 'not_found', 'Conversation Not Exists.', 'client'],
  [400, 'app_unavailable', 'App unavailable', 'retry'],
  [400, 'not_workflow_app', 'wrong kind', 'retry'],
  [400, 'provider_not_initialize', 'no provider', 'retry'],
  [400, 'provider_quota_exceeded', 'quota used up', 'credential'],
  [400, 'invalid_param', 'port is required', 'client'],
  [400, 'completion_request_error', 'prompt refused', 'client'],
  [400, 'completion_request_error', 'provider answered 429', 'retry'],
  [413, 'file_too_large', 'too large', 'client'],
  [429, 'too_many_requests', 'slow down', 'retry'],
  [429, 'rate_limit_error', 'limit of the plan', 'credential'],
  [500, 'internal_server_error', 'oops', 'retry'],
] as const) {
  test(`${status} ${code} (${message}) is judged ${verdict}`, () =>
    assert.equal(difyChat.readError(status, JSON.stringify({ code, message, status })).verdict, verdict));
}
