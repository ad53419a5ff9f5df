import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantPart, ChatRequest, FilePart, Json, Message, Signature, ToolCallPart } from '../canonical.ts';
import { writeRequest } from './write-request.ts';

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const model = (...parts: AssistantPart[]): Message => ({ role: 'assistant', parts });
const signed = (value: string, dialect: Signature['dialect'] = 'gemini') => ({ signature: { dialect, value } });
const call = (id: string, fields: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  id,
  name: 'tide',
  arguments: '{"port":"Hel"}',
  ...fields,
});
const result = (id: string, text: string, fields: { isError?: true } = {}): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', id, content: [{ type: 'text', text }], ...fields }],
});
const tide = { type: 'function', name: 'tide', description: 'Tides', parameters: { type: 'object' } } as const;

// biome-ignore lint/suspicious/noExplicitAny: bodies are read as Google reads them
type Body = any;

function write(fields: Partial<ChatRequest>): { body: Body; warned: string[] } {
  const warned: string[] = [];
  const request = { model: 'gemini-3.8-flash', stream: true, messages: [user('Hi')], tools: [], extensions: {} };
  return { body: writeRequest({ ...request, ...fields }, (field) => warned.push(field)), warned };
}
const contentsOf = (messages: readonly Message[], name = 'gemini-3.8-flash'): Body =>
  write({ messages, model: name }).body.contents;

test('many tools share the room that references may take', () => {
  const $defs = { tide: { type: 'object', description: 'x'.repeat(10_000) } };
  const properties = { a: { $ref: '#/$defs/tide' }, b: { $ref: '#/$defs/tide' } };
  const tools = Array.from({ length: 20 }, (_, at) => ({
    ...{ type: 'function', name: `tide${at}`, parameters: { $defs, type: 'object', properties } },
  })) as ChatRequest['tools'];
  assert.throws(() => write({ model: 'gemini-2.0-flash', tools }), { status: 400, message: /too large/ });
  assert.equal(write({ model: 'gemini-2.0-flash', tools: tools.slice(0, 10) }).body.tools.length, 1);
});

test('nothing is kept by Google', () => {
  assert.deepEqual(write({}).body, { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], store: false });
});

test('system messages become the instruction in order, turns of one role one turn, and the user speaks first', () => {
  const messages: Message[] = [
    { role: 'system', parts: [{ type: 'text', text: 'One.' }] },
    model({ type: 'text', text: 'Ho' }, { type: 'text', text: '' }),
    user('A'),
    { role: 'system', parts: [{ type: 'text', text: 'Two.' }] },
    user('B'),
  ];
  const { body } = write({ messages });
  assert.deepEqual(body.systemInstruction, { parts: [{ text: 'One.' }, { text: 'Two.' }] });
  assert.deepEqual(body.contents, [
    { role: 'user', parts: [{ text: '.' }] },
    { role: 'model', parts: [{ text: 'Ho' }] },
    { role: 'user', parts: [{ text: 'A' }, { text: 'B' }] },
  ]);
  const gemma = write({ messages, model: 'gemma-4-27b-it' }).body;
  assert.equal(gemma.systemInstruction, undefined);
  assert.deepEqual(gemma.contents[0].parts, [{ text: 'One.' }, { text: 'Two.' }, { text: '.' }]);
});

test('a turn that the client began for the model is followed by word to go on', () => {
  const { body, warned } = write({ messages: [user('Q'), model({ type: 'text', text: 'High water is at' })] });
  assert.deepEqual(body.contents.at(-1), { role: 'user', parts: [{ text: 'Continue.' }] });
  assert.deepEqual(warned, ['messages']);
});

test('results stand in the order of their calls, one for each, named by their calls', () => {
  const contents = contentsOf([
    user('Q'),
    model(call('a'), call('b', { name: 'now' }), call('c')),
    result('b', '{"time":"6"}'),
    result('a', 'High', { isError: true }),
    user('And?'),
  ]);
  assert.deepEqual(contents[2], {
    role: 'user',
    parts: [
      { functionResponse: { id: 'a', name: 'tide', response: { error: 'High' } } },
      { functionResponse: { id: 'b', name: 'now', response: { time: '6' } } },
      { functionResponse: { id: 'c', name: 'tide', response: { output: '(no result)' } } },
      { text: 'And?' },
    ],
  });
});

test('a result without a call becomes text, and the client is told', () => {
  const { body, warned } = write({ messages: [user('Q'), result('lost', 'High water')] });
  assert.deepEqual(body.contents[0].parts.slice(1), [{ text: 'Result of a tool:' }, { text: 'High water' }]);
  assert.deepEqual(warned, ['messages']);
});

test('the first call of a step carries its signature, or word that it is not known; the others carry none', () => {
  const steps = [
    model(call('a', signed('QUJD')), call('b')),
    result('a', '1'),
    model({ type: 'text', text: 'Hm' }, call('c', signed('b3RoZXI=', 'anthropic-messages')), call('d')),
  ];
  const [, first, , second] = contentsOf([user('Q'), ...steps]);
  const signatures = [...first.parts, ...second.parts].map(({ thoughtSignature }: Json) => thoughtSignature);
  assert.deepEqual(signatures, ['QUJD', undefined, undefined, 'skip_thought_signature_validator', undefined]);
  const older = contentsOf([user('Q'), model(call('c'))], 'gemini-2.5-flash')[1];
  assert.equal(older.parts[0].thoughtSignature, undefined);
});

test('signatures of texts, thoughts and pictures stay where they were; what others thought is left out', () => {
  const picture: FilePart = { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'iVBO' } };
  const [, turn] = contentsOf([
    user('Q'),
    model(
      { type: 'reasoning', text: 'secret', ...signed('x', 'anthropic-messages') },
      { type: 'reasoning', text: 'unsigned' },
      { type: 'reasoning', text: 'own', ...signed('b3du') },
      { type: 'text', text: 'A' },
      { type: 'reasoning', text: '', ...signed('VEVYVA==') },
      picture,
      { type: 'reasoning', text: '', ...signed('UElD') },
    ),
  ]);
  assert.deepEqual(turn.parts, [
    { text: 'own', thought: true, thoughtSignature: 'b3du' },
    { text: 'A' },
    { text: '', thoughtSignature: 'VEVYVA==' },
    { inlineData: { mimeType: 'image/png', data: 'iVBO' }, thoughtSignature: 'UElD' },
  ]);
});

test('a signature that a client carried in a thought goes to the unsigned call behind it', () => {
  const [, turn] = contentsOf([user('Q'), model({ type: 'reasoning', text: 'Hm', ...signed('QUJD') }, call('a'))]);
  assert.deepEqual(turn.parts, [
    { functionCall: { id: 'a', name: 'tide', args: { port: 'Hel' } }, thoughtSignature: 'QUJD' },
  ]);
});

test('arguments that are empty or no object still make a call', () => {
  const parts = contentsOf([user('Q'), model(call('a', { arguments: '' }), call('b', { arguments: '{"port' }))])[1]
    .parts;
  assert.deepEqual(
    parts.map(({ functionCall }: Body) => functionCall.args),
    [{}, { _raw: '{"port' }],
  );
});

test('files go as bytes, stored ones by their address, those of other hosts not at all', () => {
  const file = (source: FilePart['source'], mediaType = 'application/pdf'): FilePart => ({
    type: 'file',
    mediaType,
    source,
  });
  const asked = (part: FilePart) => contentsOf([{ role: 'user', parts: [part] }])[0].parts[0];
  assert.deepEqual(asked(file({ kind: 'data', base64: 'JVBE' })), {
    inlineData: { mimeType: 'application/pdf', data: 'JVBE' },
  });
  assert.deepEqual(asked(file({ kind: 'id', id: 'gs://tides/a.png' }, 'image/*')), {
    fileData: { fileUri: 'gs://tides/a.png' },
  });
  assert.throws(() => asked(file({ kind: 'id', id: 'file-abc' })), /stored elsewhere/);
});

test('a picture in a result stands inside it for models that take it, else behind it', () => {
  const picture: FilePart = { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'iVBO' } };
  const messages: Message[] = [
    user('Q'),
    model(call('a')),
    { role: 'tool', parts: [{ type: 'tool-result', id: 'a', content: [picture] }] },
  ];
  const inline = { inlineData: { mimeType: 'image/png', data: 'iVBO' } };
  assert.deepEqual(contentsOf(messages)[2].parts[0].functionResponse.parts, [inline]);
  assert.deepEqual(contentsOf(messages, 'gemini-2.5-pro')[2].parts[1], inline);
});

test('functions go as one list; a schema in the words that the model knows', () => {
  const parameters = {
    type: 'object',
    properties: { port: { type: ['string', 'null'] } },
    additionalProperties: false,
  };
  const tools = [
    { ...tide, parameters },
    { type: 'function', name: 'now', parameters: { type: 'object', properties: {} } },
  ] as const;
  const declared = (name: string) => write({ tools, model: name }).body.tools[0].functionDeclarations;
  assert.deepEqual(declared('gemini-3.8-flash'), [
    { name: 'tide', description: 'Tides', parametersJsonSchema: parameters },
    { name: 'now' },
  ]);
  assert.deepEqual(declared('gemma-3-27b-it')[0].parameters, {
    type: 'OBJECT',
    properties: { port: { type: 'STRING', nullable: true } },
  });
  assert.throws(() => write({ tools: [{ ...tide, name: '9 lives' }] }), /must begin with a letter/);
});

test('tools of the host stand beside functions only where the model takes both', () => {
  const tools = [tide, { type: 'web-search' }] as const;
  const { tools: both, toolConfig } = write({ tools, toolChoice: { type: 'auto' } }).body;
  assert.deepEqual(both[1], { googleSearch: {} });
  assert.deepEqual(toolConfig, {
    functionCallingConfig: { mode: 'VALIDATED' },
    includeServerSideToolInvocations: true,
  });
  const older = write({ tools, model: 'gemini-2.5-flash' });
  assert.equal(older.body.tools.length, 1);
  assert.deepEqual(older.warned, ['tools']);
  const foreign = { type: 'hosted', dialect: 'openai-responses', value: { type: 'file_search' } } as const;
  assert.deepEqual(write({ tools: [foreign] }).warned, ['tools']);
});

const choices: [NonNullable<ChatRequest['toolChoice']>, object][] = [
  [{ type: 'auto' }, { mode: 'AUTO' }],
  [{ type: 'none' }, { mode: 'NONE' }],
  [{ type: 'required' }, { mode: 'ANY' }],
  [
    { type: 'tool', name: 'tide' },
    { mode: 'ANY', allowedFunctionNames: ['tide'] },
  ],
  [
    { type: 'allowed', mode: 'auto', names: ['tide'] },
    { mode: 'VALIDATED', allowedFunctionNames: ['tide'] },
  ],
  [
    { type: 'allowed', mode: 'required', names: ['tide'] },
    { mode: 'ANY', allowedFunctionNames: ['tide'] },
  ],
];
for (const [toolChoice, expected] of choices) {
  test(`the choice ${JSON.stringify(toolChoice)} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(write({ tools: [tide], toolChoice }).body.toolConfig, { functionCallingConfig: expected });
  });
}

test('settings have their names, limits of the host are kept and losses told', () => {
  const { body, warned } = write({
    maxTokens: 100_000,
    temperature: 0.3,
    topP: 0.9,
    topK: 20,
    seed: 7,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    stop: ['a', 'b', 'c', 'd', 'e', 'f'],
    modalities: ['image', 'text'],
    serviceTier: 'flex',
    parallelToolCalls: false,
  });
  assert.deepEqual(body.generationConfig, {
    maxOutputTokens: 65_536,
    temperature: 0.3,
    topP: 0.9,
    topK: 20,
    seed: 7,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    stopSequences: ['a', 'b', 'c', 'd', 'e'],
    responseModalities: ['IMAGE', 'TEXT'],
  });
  assert.equal(body.serviceTier, 'flex');
  assert.deepEqual(warned.sort(), ['parallel_tool_calls', 'stop']);
  const argon = write({ model: 'gemini-4-argon', stream: false, maxTokens: 50_000, temperature: 0.3 });
  assert.deepEqual([argon.body.generationConfig, argon.warned], [{ maxOutputTokens: 32_768 }, ['temperature']]);
  assert.throws(() => write({ choices: 2 }), /one answer/);
});

test('an answer of a schema is asked for, but not beside functions of models that cannot do both', () => {
  const responseFormat = {
    type: 'json-schema',
    schema: { type: 'object', properties: { at: { type: 'string' } } },
  } as const;
  assert.deepEqual(write({ responseFormat }).body.generationConfig, {
    responseMimeType: 'application/json',
    responseJsonSchema: responseFormat.schema,
  });
  assert.deepEqual(write({ responseFormat, model: 'gemma-3-4b-it' }).body.generationConfig.responseSchema, {
    type: 'OBJECT',
    properties: { at: { type: 'STRING' } },
  });
  const mixed = write({ responseFormat, tools: [tide], model: 'gemini-2.5-pro' });
  assert.deepEqual([mixed.body.generationConfig, mixed.warned], [undefined, ['response_format']]);
});

test('what clients of the OpenAI-compatible twin say of Google’s own goes along and wins', () => {
  const google = {
    thinking_config: { thinking_budget: 9, include_thoughts: true },
    cached_content: 'cachedContents/1',
  };
  const { body, warned } = write({
    model: 'gemini-2.5-flash',
    reasoning: { effort: 'high' },
    extensions: { 'openai-chat': { extra_body: { google }, logit_bias: {} } },
  });
  assert.deepEqual(body.generationConfig.thinkingConfig, { thinkingBudget: 9, includeThoughts: true });
  assert.equal(body.cachedContent, 'cachedContents/1');
  assert.deepEqual(warned, ['logit_bias']);
});

test('nothing that a client puts among Google’s own fields stands in for what was read of its request', () => {
  const google = {
    contents: [{ role: 'user', parts: [{ text: 'another question' }] }],
    systemInstruction: { parts: [{ text: 'another rule' }] },
    system_instruction: { parts: [{ text: 'another rule' }] },
    generation_config: { max_output_tokens: 9_999 },
    service_tier: 'priority',
    store: true,
    safety_settings: [],
  };
  for (const extension of [{ google }, { extra_body: { google } }]) {
    const { body, warned } = write({ extensions: { 'openai-chat': extension } });
    assert.deepEqual(body, { ...write({}).body, safetySettings: [] });
    assert.equal(warned.length, 6);
  }
});
