import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GatewayError } from '../errors.ts';
import { providers } from '../providers/index.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import type { ChatRequest, Json, StreamPart } from './canonical.ts';
import type { ClientDialect, UpstreamDialect } from './dialect.ts';
import { gemini } from './gemini/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openaiResponses } from './openai-responses/index.ts';
import { UpstreamRefusal } from './upstream-refusal.ts';

/*
 * Whatever clients and upstreams send, with any part of it replaced by something else: readers answer or refuse, they never
 * fall over, and what they read can be written.
 */

const picture = 'iVBORw0KGgo=';
const requests: readonly (readonly [ClientDialect, Json])[] = [
  [
    openaiChat,
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'x',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'tide', arguments: '{"a": 1}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '16:40' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'tide', parameters: { type: 'object', properties: { a: { type: 'number' } } } },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'tide' } },
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } },
      reasoning_effort: 'high',
      stop: ['a'],
      max_tokens: 5,
    },
  ],
  [
    openaiResponses,
    {
      instructions: 'Be brief.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look' },
            { type: 'input_image', image_url: `data:image/png;base64,${picture}` },
          ],
        },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'x' }], encrypted_content: 'abc' },
        { type: 'function_call', call_id: 'c1', name: 'tide', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: '16:40' },
      ],
      tools: [
        { type: 'function', name: 'tide', parameters: { type: 'object' } },
        { type: 'custom', name: 'exec' },
      ],
      text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } } },
      reasoning: { effort: 'low', summary: 'auto' },
    },
  ],
  [
    anthropicMessages,
    {
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      max_tokens: 50,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'x', signature: 's' },
            { type: 'tool_use', id: 'c1', name: 'tide', input: { a: 1 } },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: '16:40' }] }],
        },
      ],
      tools: [{ name: 'tide', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any' },
      thinking: { type: 'enabled', budget_tokens: 2048 },
    },
  ],
  [
    gemini,
    {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Look' }, { inlineData: { mimeType: 'image/png', data: picture } }] },
        { role: 'model', parts: [{ functionCall: { name: 'tide', args: { a: 1 } }, thoughtSignature: 'QUJD' }] },
        { role: 'user', parts: [{ functionResponse: { name: 'tide', response: { output: '16:40' } } }] },
      ],
      tools: [
        {
          functionDeclarations: [
            { name: 'tide', parameters: { type: 'OBJECT', properties: { a: { type: 'NUMBER' } } } },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['tide'] } },
      generationConfig: {
        responseMimeType: 'application/json',
        responseSchema: { type: 'OBJECT' },
        thinkingConfig: { thinkingBudget: 100 },
      },
    },
  ],
];

const usage = { prompt_tokens: 3, completion_tokens: 2 };
const answers: readonly (readonly [UpstreamDialect, readonly Json[], Json])[] = [
  [
    openaiChat,
    [
      {
        id: 'a',
        model: 'm',
        choices: [{ index: 0, delta: { role: 'assistant', content: 'Low', reasoning_content: 'x' } }],
      },
      {
        id: 'a',
        choices: [
          { index: 0, delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'tide', arguments: '{}' } }] } },
        ],
      },
      { id: 'a', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }], usage },
    ],
    {
      id: 'a',
      model: 'm',
      choices: [
        {
          index: 0,
          message: { content: 'Low', tool_calls: [{ id: 'c1', function: { name: 'tide', arguments: '{}' } }] },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
  ],
  [
    openaiResponses,
    [
      { type: 'response.created', response: { id: 'r', model: 'm' } },
      { type: 'response.output_item.added', item: { id: 'f', type: 'function_call', call_id: 'c1', name: 'tide' } },
      { type: 'response.function_call_arguments.delta', item_id: 'f', delta: '{}' },
      { type: 'response.output_text.delta', item_id: 'm', content_index: 0, delta: 'Low' },
      {
        type: 'response.output_item.done',
        item: { id: 'f', type: 'function_call', call_id: 'c1', name: 'tide', arguments: '{}' },
      },
      {
        type: 'response.completed',
        response: { status: 'completed', output: [], usage: { input_tokens: 1, output_tokens: 1 } },
      },
    ],
    {
      id: 'r',
      model: 'm',
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Low', annotations: [] }] }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  ],
  [
    anthropicMessages,
    [
      { type: 'message_start', message: { id: 'm', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c1', name: 'tide', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ],
    {
      id: 'm',
      type: 'message',
      model: 'm',
      content: [
        { type: 'text', text: 'Low' },
        { type: 'tool_use', id: 'c1', name: 'tide', input: {} },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  ],
  [
    gemini,
    [
      {
        candidates: [{ content: { role: 'model', parts: [{ text: 'x', thought: true }, { text: 'Low' }] } }],
        usageMetadata: { promptTokenCount: 1 },
      },
      {
        candidates: [{ content: { parts: [{ functionCall: { name: 'tide', args: {} } }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 },
      },
    ],
    {
      candidates: [{ content: { parts: [{ text: 'Low' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1 },
    },
  ],
];

const oddValue = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    0,
    1.5,
    '',
    '\u0000',
    'text',
    [],
    {},
    [[]],
    [null],
    { type: null },
    { type: 'text' },
    { toString: 1 },
    '__proto__',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A copy in which one value, found by taking these turns, is another. */
function replaced(value: unknown, turns: readonly number[], by: unknown): unknown {
  const [turn, ...rest] = turns;
  if (turn === undefined || typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  const key = keys[turn % keys.length];
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

const place = fc.array(fc.nat(30), { minLength: 1, maxLength: 7 });

const upstreams = providers.flatMap(({ name, endpoints }) =>
  endpoints.flatMap((endpoint) => (endpoint.operation === 'chat' ? [[name, endpoint.dialect] as const] : [])),
);

/** Only refusals in words for the client, or of the upstream, may be thrown. */
function refusing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof GatewayError || error instanceof UpstreamRefusal) return undefined;
    throw error;
  }
}

for (const [client, body] of requests) {
  test(`odd requests of ${client.name} are read or refused, and written for every upstream or refused`, () => {
    fc.assert(
      fc.property(place, oddValue, fc.nat(upstreams.length - 1), (turns, odd, at) => {
        const changed = replaced(body, turns, odd) as Json;
        refusing(() => client.readPrompt(changed));
        const chat = refusing((): ChatRequest => client.readRequest(changed, { model: 'm', stream: true }));
        if (!chat) return;
        const [, dialect] = upstreams[at] as (typeof upstreams)[number];
        const written = refusing(() => dialect.writeRequest(chat, () => {}));
        if (written) JSON.stringify(written);
      }),
      { numRuns: Number(process.env.RUNS ?? 1_500) },
    );
  });
}

for (const [upstream, frames, whole] of answers) {
  test(`odd answers of ${upstream.name} are read or refused, and written for every client`, () => {
    fc.assert(
      fc.property(fc.nat(20), place, oddValue, fc.nat(requests.length - 1), (which, turns, odd, at) => {
        const changed = frames.map((frame, index) =>
          index === which % frames.length ? replaced(frame, turns, odd) : frame,
        );
        const reader = upstream.readStream();
        const parts = [
          ...changed.flatMap((frame) => reader.read({ event: '', data: JSON.stringify(frame) ?? '' })),
          ...reader.end(),
        ];
        inOrder(parts);
        const [client, request] = requests[at] as (typeof requests)[number];
        const answer = { requestId: 'r', createdAt: 1, model: 'm', promptTokens: 1, wantsUsage: true, request };
        const writer = client.writeStream(answer);
        for (const part of parts) writer.write(part);
        const odder = replaced(whole, turns, odd);
        upstream.errorIn(odder);
        upstream.readUsage(odder);
        upstream.readOutput(odder);
        const result = refusing(() => upstream.readResponse(odder));
        if (result) JSON.stringify(client.writeResponse(result, answer));
      }),
      { numRuns: Number(process.env.RUNS ?? 1_500) },
    );
  });
}

/** Blocks are opened before they grow and closed once; the last part, and no other, is the finish or an error. */
function inOrder(parts: readonly StreamPart[]): void {
  const open = new Set<string>();
  for (const [at, part] of parts.entries()) {
    const last = at === parts.length - 1;
    assert.equal(part.type === 'finish' || part.type === 'error', last, `${part.type} at ${at} of ${parts.length}`);
    if (!('id' in part) || part.type === 'start') continue;
    const [kind, what] = [
      part.type.slice(0, part.type.lastIndexOf('-')),
      part.type.slice(part.type.lastIndexOf('-') + 1),
    ];
    const block = `${kind} ${part.id}`;
    if (what === 'start') assert.ok(!open.has(block), `${block} is opened twice`);
    else assert.ok(open.has(block), `${block} is not open`);
    if (what === 'end') open.delete(block);
    else open.add(block);
  }
  assert.equal(open.size, 0, 'a block was left open');
}
