import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest, Json } from '../canonical.ts';
import { readRequest } from './read-request.ts';

const target = { model: 'glow-4', stream: false };
const hello = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const read = (body: Json): ChatRequest => readRequest({ contents: hello, ...body }, target);
const messagesOf = (...contents: unknown[]) => read({ contents }).messages;

test('either spelling of a name is read', () => {
  const camel = read({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    generationConfig: { maxOutputTokens: 9, topP: 0.5, stopSequences: ['x'], responseMimeType: 'application/json' },
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['tide'] } },
  });
  const snake = read({
    system_instruction: { parts: [{ text: 'Be brief.' }] },
    generation_config: {
      max_output_tokens: 9,
      top_p: 0.5,
      stop_sequences: ['x'],
      response_mime_type: 'application/json',
    },
    tool_config: { function_calling_config: { mode: 'any', allowed_function_names: ['tide'] } },
  });
  assert.deepEqual(snake, camel);
  assert.deepEqual(camel, {
    ...target,
    messages: [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
    ],
    tools: [],
    toolChoice: { type: 'tool', name: 'tide' },
    maxTokens: 9,
    topP: 0.5,
    stop: ['x'],
    responseFormat: { type: 'json' },
    extensions: {},
  });
});

test('calls without an id get the same one each time, and results find them by name, then by order', () => {
  const call = (name: string, n: number) => ({ functionCall: { name, args: { n } } });
  const result = (name: string, output: unknown) => ({ functionResponse: { name, response: { output } } });
  const contents = [
    ...hello,
    { role: 'model', parts: [call('tide', 1), call('now', 2), call('tide', 3)] },
    { role: 'user', parts: [result('now', 'b'), result('tide', 'a'), result('tide', { c: 1 }), { text: 'And?' }] },
    { role: 'model', parts: [call('tide', 4)] },
    { role: 'function', parts: [result('renamed', 'd')] },
  ];
  const messages = messagesOf(...contents);
  assert.deepEqual(messages, messagesOf(...contents));
  assert.deepEqual(
    messages.flatMap(({ parts }) => parts.flatMap((part) => ('id' in part ? [`${part.type} ${part.id}`] : []))),
    [
      'tool-call call_1_0',
      'tool-call call_1_1',
      'tool-call call_1_2',
      'tool-result call_1_1',
      'tool-result call_1_0',
      'tool-result call_1_2',
      'tool-call call_3_0',
      'tool-result call_3_0',
    ],
  );
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'user', 'assistant', 'tool'],
  );
  assert.deepEqual(messages[2]?.parts[2], {
    type: 'tool-result',
    id: 'call_1_2',
    name: 'tide',
    content: [{ type: 'text', text: '{"c":1}' }],
  });
});

test('ids of the client are kept, and pair results whatever their order', () => {
  const messages = messagesOf(
    { role: 'model', parts: ['x', 'y'].map((id) => ({ function_call: { id, name: 'tide', args: {} } })) },
    { parts: [{ function_response: { id: 'y', name: 'tide', response: { error: 'Fog' } } }] },
  );
  assert.deepEqual(messages[1], {
    role: 'tool',
    parts: [{ type: 'tool-result', id: 'y', name: 'tide', content: [{ type: 'text', text: 'Fog' }], isError: true }],
  });
});

test('a result that is told twice counts once', () => {
  const result = (id: string) => ({ functionResponse: { id, name: 'tide', response: { output: id } } });
  const messages = messagesOf(
    ...hello,
    { role: 'model', parts: ['a', 'b'].map((id) => ({ functionCall: { id, name: 'tide', args: {} } })) },
    { role: 'user', parts: ['a', 'b', 'a', 'b'].map(result) },
  );
  assert.deepEqual(
    messages[2]?.parts.map((part) => ('id' in part ? part.id : part.type)),
    ['a', 'b'],
  );
});

test('thoughts and signatures are read where they stand; the word for a lost one is none', () => {
  const signature = (value: string) => ({ dialect: 'gemini', value });
  const [message] = messagesOf({
    role: 'model',
    parts: [
      { text: 'Hm', thought: true },
      { text: 'A', thoughtSignature: 'QQ==' },
      { functionCall: { id: 'x', name: 'tide' }, thought_signature: 'Qg==' },
      { functionCall: { id: 'y', name: 'tide' }, thoughtSignature: 'skip_thought_signature_validator' },
      { executableCode: { language: 'PYTHON', code: 'print(1)\n' } },
    ],
  });
  assert.deepEqual(message?.parts, [
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'A' },
    { type: 'reasoning', text: '', signature: signature('QQ==') },
    { type: 'tool-call', id: 'x', name: 'tide', arguments: '{}', signature: signature('Qg==') },
    { type: 'tool-call', id: 'y', name: 'tide', arguments: '{}' },
    { type: 'text', text: '\n```python\nprint(1)\n```\n' },
  ]);
});

test('files are read as bytes, by address, or as what only Google can read', () => {
  const [message] = messagesOf({
    parts: [
      { inlineData: { mimeType: 'audio/wav', data: 'UklG' } },
      { file_data: { mime_type: 'image/png', file_uri: 'https://pictures.example/a.png' } },
      { fileData: { fileUri: 'gs://tides/b.pdf', mimeType: 'application/pdf' } },
      { fileData: { fileUri: 'https://www.youtube.com/watch?v=tide' } },
    ],
  });
  assert.deepEqual(
    message?.parts.map((part) => (part.type === 'file' ? [part.mediaType, part.source.kind] : [])),
    [
      ['audio/wav', 'data'],
      ['image/png', 'url'],
      ['application/pdf', 'id'],
      ['image/*', 'id'],
    ],
  );
  assert.throws(() => messagesOf({ parts: [{ inlineData: { data: 'x' } }] }), /contents\[0\]/);
});

test('functions, searches and other tools are told apart; schemas become JSON schemas', () => {
  const { tools } = read({
    tools: [
      {
        function_declarations: [
          {
            name: 'tide',
            parameters: {
              type: 'OBJECT',
              properties: {
                ports: { type: 'ARRAY', minItems: '1', items: { type: 'STRING', format: 'enum', enum: ['Hel'] } },
                day: { type: 'INTEGER', nullable: true },
              },
              required: ['ports'],
              propertyOrdering: ['ports', 'day'],
            },
          },
          { name: 'now', parametersJsonSchema: { type: 'object', additionalProperties: false } },
        ],
      },
      { googleSearch: {} },
      { url_context: {} },
    ],
  });
  assert.deepEqual(tools, [
    {
      type: 'function',
      name: 'tide',
      parameters: {
        type: 'object',
        properties: {
          ports: { type: 'array', minItems: 1, items: { type: 'string', enum: ['Hel'] } },
          day: { type: ['integer', 'null'] },
        },
        required: ['ports'],
      },
    },
    { type: 'function', name: 'now', parameters: { type: 'object', additionalProperties: false } },
    { type: 'web-search' },
    { type: 'hosted', dialect: 'gemini', value: { urlContext: {} } },
  ]);
});

test('what only Google knows is kept under its whole name', () => {
  const { extensions, reasoning, modalities } = read({
    safety_settings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
    store: true,
    generationConfig: {
      imageConfig: { aspectRatio: '1:1' },
      responseModalities: ['TEXT', 'IMAGE'],
      thinkingConfig: { thinkingLevel: 'HIGH' },
    },
  });
  assert.deepEqual(extensions.gemini, {
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
    'generationConfig.imageConfig': { aspectRatio: '1:1' },
  });
  assert.deepEqual([reasoning, modalities], [{ effort: 'high' }, ['text', 'image']]);
});

test('what cannot be read is refused by the name of its field', () => {
  const refused = (body: Json, param: string) =>
    assert.throws(
      () => read(body),
      (error: { param?: string }) => error.param === param,
    );
  refused({ contents: [] }, 'contents');
  refused({ contents: [{ role: 'tutor', parts: [] }] }, 'contents[0].role');
  refused({ generationConfig: { temperature: 'hot' } }, 'generationConfig.temperature');
  refused({ generationConfig: { stopSequences: 'x' } }, 'generationConfig.stopSequences');
  refused({ cachedContent: 'cachedContents/1' }, 'cachedContent');
  refused({ tools: [{ functionDeclarations: [{}] }] }, 'tools');
});
