import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeEventFrame as frame, writeExceptionFrame } from '@switchyard/testing/hosts/aws-frames';
import type { ChatRequest, Message } from '../../../dialects/canonical.ts';
import { UpstreamRefusal } from '../../../dialects/upstream-refusal.ts';
import { awsEventStream } from '../../../egress/framing/aws-event-stream.ts';
import { replay } from '../../../harness/replay.ts';
import { bedrock } from '../index.ts';
import { converse } from './index.ts';

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const tide = { type: 'function', name: 'tide', description: 'Tides', parameters: { type: 'object' } } as const;

function write(fields: Partial<ChatRequest>) {
  const warned: string[] = [];
  const request = { model: 'amazon.nova-pro-v1:0', stream: false, messages: [user('Hi')], tools: [], extensions: {} };
  return { body: converse.writeRequest({ ...request, ...fields }, (field) => warned.push(field)), warned };
}

const stream = [
  frame('messageStart', { role: 'assistant', p: 'abc' }),
  frame('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'hm' } } }),
  frame('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { signature: 's' } } }),
  frame('contentBlockStop', { contentBlockIndex: 0 }),
  frame('contentBlockDelta', { contentBlockIndex: 1, delta: { text: 'High ' } }),
  frame('contentBlockDelta', { contentBlockIndex: 1, delta: { text: 'water 🌊' } }),
  frame('contentBlockStop', { contentBlockIndex: 1 }),
  frame('contentBlockStart', { contentBlockIndex: 2, start: { toolUse: { toolUseId: 't1', name: 'tide' } } }),
  frame('contentBlockDelta', { contentBlockIndex: 2, delta: { toolUse: { input: '{"port": ' } } }),
  frame('contentBlockDelta', { contentBlockIndex: 2, delta: { toolUse: { input: '"Brest"}' } } }),
  frame('contentBlockStop', { contentBlockIndex: 2 }),
  frame('contentBlockStart', { contentBlockIndex: 3, start: { toolUse: { toolUseId: 't2', name: 'now' } } }),
  frame('contentBlockStop', { contentBlockIndex: 3 }),
  frame('futureEvent', {}),
  frame('messageStop', { stopReason: 'tool_use' }),
];
const metadata = frame('metadata', {
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 18, cacheReadInputTokens: 2, cacheWriteInputTokens: 1 },
});

test('a stream of Converse’s reads the same wherever it is cut, to its usage behind the stop', () => {
  const parts = replay(Buffer.concat([...stream, metadata]), awsEventStream, () => converse.readStream());
  assert.deepEqual(parts, [
    { type: 'start', id: 'chatcmpl-new', model: '' },
    { type: 'reasoning-start', id: 'reasoning-0' },
    { type: 'reasoning-delta', id: 'reasoning-0', text: 'hm' },
    { type: 'reasoning-end', id: 'reasoning-0' },
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', text: 'High ' },
    { type: 'text-delta', id: 'text-1', text: 'water 🌊' },
    { type: 'text-end', id: 'text-1' },
    { type: 'tool-input-start', id: 't1', name: 'tide' },
    { type: 'tool-input-delta', id: 't1', text: '{"port": ' },
    { type: 'tool-input-delta', id: 't1', text: '"Brest"}' },
    { type: 'tool-input-end', id: 't1' },
    { type: 'tool-input-start', id: 't2', name: 'now' },
    { type: 'tool-input-delta', id: 't2', text: '{}' },
    { type: 'tool-input-end', id: 't2' },
    {
      type: 'finish',
      finishReason: { unified: 'tool-calls', raw: 'tool_use' },
      usage: { prompt: 13, completion: 5, cacheRead: 2, cacheWrite: 1 },
    },
  ]);
});

test('a stream without usage is finished, one without a stop is cut off, an exception ends it', () => {
  const last = (...frames: Buffer[]) => {
    const reader = converse.readStream();
    const read = awsEventStream.decoder().push(Buffer.concat(frames));
    return [...read.flatMap((item) => reader.read(item)), ...reader.end()].at(-1);
  };
  assert.equal(last(...stream)?.type, 'finish');
  const cut = last(...stream.slice(0, -1));
  assert.ok(cut?.type === 'error' && cut.error.verdict === 'retry');
  const refused = last(writeExceptionFrame('validationException', 'No.'));
  assert.ok(refused?.type === 'error' && refused.error.verdict === 'client' && refused.error.message === 'No.');
});

test('messages, files, calls and results in Converse’s words', () => {
  const { body, warned } = write({
    messages: [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.', cacheControl: {} }] },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look' },
          { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'iVBO' } },
          {
            type: 'file',
            mediaType: 'application/pdf',
            source: { kind: 'data', base64: 'JVBE' },
            filename: 'tide_table: 1.pdf',
          },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm' },
          { type: 'tool-call', id: 'a', name: 'tide', arguments: '{"port":"Brest"}' },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', id: 'a', content: [], isError: true }] },
    ],
    tools: [tide],
    toolChoice: { type: 'required' },
    maxTokens: 9,
    temperature: 0.5,
    stop: ['END'],
    seed: 7,
  });
  assert.deepEqual(body, {
    system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
    messages: [
      {
        role: 'user',
        content: [
          { text: 'Look' },
          { image: { format: 'png', source: { bytes: 'iVBO' } } },
          { document: { format: 'pdf', name: 'tide table 1 pdf', source: { bytes: 'JVBE' } } },
        ],
      },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'tide', input: { port: 'Brest' } } }] },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'Error' }], status: 'error' } }],
      },
    ],
    inferenceConfig: { maxTokens: 9, temperature: 0.5, stopSequences: ['END'] },
    toolConfig: {
      tools: [{ toolSpec: { name: 'tide', description: 'Tides', inputSchema: { json: { type: 'object' } } } }],
      toolChoice: { any: {} },
    },
  });
  assert.deepEqual(warned, ['seed']);
});

test('calls that may not be: no tools, unless the past has calls', () => {
  const toolChoice = { type: 'none' } as const;
  assert.equal(write({ tools: [tide], toolChoice }).body.toolConfig, undefined);
  const past: Message[] = [
    user('Hi'),
    { role: 'assistant', parts: [{ type: 'tool-call', id: 'a', name: 'tide', arguments: '' }] },
  ];
  const { body, warned } = write({ tools: [tide], toolChoice, messages: past });
  assert.deepEqual(Object.keys(body.toolConfig as object), ['tools']);
  assert.deepEqual(warned, ['tool_choice']);
  assert.deepEqual(Object.keys(write({ messages: past }).body.toolConfig as object), ['tools']);
});

test('a whole answer, and what is none', () => {
  const { id: _, ...result } = converse.readResponse({
    output: {
      message: {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } },
          { text: 'Yes' },
          { toolUse: { toolUseId: 't', name: 'tide', input: { port: 'Brest' } } },
        ],
      },
    },
    stopReason: 'content_filtered',
    usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
  });
  assert.deepEqual(result, {
    model: '',
    parts: [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Yes' },
      { type: 'tool-call', id: 't', name: 'tide', arguments: '{"port":"Brest"}' },
    ],
    finishReason: { unified: 'content-filter', raw: 'content_filtered' },
    usage: { prompt: 3, completion: 2, cacheRead: 0, cacheWrite: 0 },
  });
  assert.throws(() => converse.readResponse({ output: {} }), UpstreamRefusal);
});

test('Claude goes by invoke, other makers’ models by Converse', () => {
  const dialectOf = (model: string) => bedrock.endpoints.find(({ serves }) => serves?.(model))?.dialect.name;
  assert.equal(dialectOf('claude-opus-5'), 'anthropic-messages');
  assert.equal(dialectOf('eu.anthropic.claude-opus-5'), 'anthropic-messages');
  assert.equal(dialectOf('arn:aws:bedrock:us-east-1:1:application-inference-profile/x'), 'anthropic-messages');
  assert.equal(dialectOf('amazon.nova-pro-v1:0'), 'bedrock-converse');
});
