import type { Case, CaseClass } from '../case.ts';
import { ask, bodyOf, type Door, doors, type FormPart, formOf, modelOf, models, wave } from '../doors.ts';
import type { OddAnswer } from '../odd-host.ts';
import { bytesOnlyModel, type Stage } from '../stage.ts';
import { exchange } from '../wire.ts';
import { whole } from './upstream-answers.ts';

/** Bodies that are none, figures that are none, addresses that lead inside, forms that are too much. */
export const relayBody: CaseClass = {
  name: 'relay: body',
  isQuick: true,
  cases: () => [...ownDoors.flatMap(ofDoor), ...doors.filter(({ isForm }) => isForm).flatMap(ofForm), ...ofFiles()],
};

/** The same in front of hosts that speak otherwise, where a body is not passed on but read and written anew. */
export const relayTranslated: CaseClass = {
  name: 'relay: body, translated',
  isQuick: false,
  cases: () => crossedDoors.flatMap(ofDoor),
};

/** Every member of a request of every door, replaced by everything that it should not be. */
export const relaySweep: CaseClass = {
  name: 'relay: members replaced',
  isQuick: false,
  cases: () => [...ownDoors, ...crossedDoors].filter(({ isForm }) => !isForm).flatMap(sweep),
};

interface OpenDoor extends Door {
  /** Which model is asked for. */
  readonly model: string;
}

const ownDoors: readonly OpenDoor[] = doors.map((door) => ({ ...door, model: modelOf(door) }));
const crossedDoors: readonly OpenDoor[] = doors
  .filter(({ name }) => /^(chat|responses|messages|gemini)$/.test(name))
  .flatMap((door) =>
    [models.chat, models.messages, models.gemini]
      .filter((model) => model !== modelOf(door))
      .map((model) => ({ ...door, model, name: `${door.name} → ${model.replace('abuse-', '')}` })),
  );

const depth = 10_000;
const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
const overflow = 18_446_744_073_686_646_784n;
const noCount: readonly [string, string][] = [
  ['-1', '-1'],
  ['1.5', '1.5'],
  ['a text', '"9"'],
  ['1e308', '1e308'],
  ['1e999', '1e999'],
  ['2^53', '9007199254740992'],
  ['2^64 less 2^21', String(overflow)],
  ['true', 'true'],
  ['a list', '[1]'],
  ['an object', '{}'],
];

function ofDoor(door: OpenDoor): Case[] {
  const { shape, name, isForm, model, prompt, limit, choices } = door;
  const large = shape === 'gemini' ? 400 : 413;
  const refused = (row: string, make: (stage: Stage) => Buffer | string, expected = [400]): Case => ({
    row,
    door: name,
    shape,
    expected,
    send: (stage) => exchange(stage.relayUrl, [ask(door, { key: stage.refused.key, model, body: make(stage) })]),
  });
  const served = (row: string, make: () => Buffer | string, expected = [200], extra: Partial<Case> = {}): Case => ({
    row,
    door: name,
    shape,
    expected,
    upstreamCalls: 1,
    send: (stage) => exchange(stage.relayUrl, [ask(door, { key: stage.served.key, model, body: make() })]),
    ...extra,
  });
  const text = bodyOf(door, model).toString();
  const withMember = (member: string, json: string) => {
    const mark = '"\u0001"';
    return bodyOf(door, model, { [member]: '\u0001' })
      .toString()
      .replace(JSON.stringify('\u0001'), json)
      .replace(mark, json);
  };
  const added = (members: string) => text.replace('{', `{${members},`);
  if (isForm) return [refused('no form at all', () => 'no form'), refused('an empty form', () => formOf([]))];
  return [
    refused('nothing', () => ''),
    ...['[]', '"x"', '1', 'null', 'true', '{', '}', '{}x', '{"a"}', '{"a":}', '{,}', '{"a":1,}', "{'a':1}", 'a=1'].map(
      (json) => refused(`the body ${json}`, () => json),
    ),
    refused('nothing but spaces', () => ' '.repeat(10_000)),
    refused('cut in the middle', () => text.slice(0, text.length / 2)),
    refused('without its last bracket', () => text.slice(0, -1)),
    refused('something behind it', () => `${text}{}`),
    refused('a byte order mark', () => `\u{feff}${text}`),
    refused('bytes that are no UTF-8', () =>
      Buffer.concat([Buffer.from(added('"x":"')), Buffer.from([0xff, 0xc0, 0x80])]),
    ),
    refused('a surrogate in UTF-8', () =>
      Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(`",${text.slice(1)}`)]),
    ),
    refused('UTF-16', () => Buffer.from(text, 'utf16le')),
    refused('10,000 levels', () => added(`"x":${deep}`)),
    refused('10,000 levels alone', () => deep),
    refused('100,000 open brackets', () => '{"a":'.repeat(100_000)),
    refused('more than the limit', () => Buffer.alloc(65 * 1_048_576, ' '), [large, 0]),
    refused('a megabyte of names that are nobody’s', () => added(manyMembers)),
    served(
      '__proto__ and constructor',
      () => added('"__proto__":{"stream":"x"},"constructor":{"prototype":{}}'),
      [200, 400],
    ),
    ...(shape === 'gemini'
      ? []
      : [
          refused(
            'no model',
            () => bodyOf(door, model, { model: undefined }),
            prompt?.member === 'prompt' || name === 'speech' ? [404] : [400],
          ),
          ...['5', '[]', '{}', 'true', '""'].map((json) =>
            refused(`the model ${json}`, () => withMember('model', json)),
          ),
        ]),
    ...(prompt
      ? [
          refused('no prompt', () => bodyOf(door, model, { [prompt.member]: undefined })),
          ...['null', '5', 'true', '[]', '[ ]'].map((json) =>
            refused(`the prompt ${json}`, () => withMember(prompt.member, json)),
          ),
          ...(shape === 'gemini' ? [] : [refused('the prompt {}', () => withMember(prompt.member, '{}'))]),
          served(
            'half of a pair of surrogates',
            () => withMember(prompt.member, JSON.stringify(prompt.of('x')).replace('"x"', '"\\ud800"')),
            [200, 400],
          ),
          served('a NUL in a text', () => withMember(prompt.member, JSON.stringify(prompt.of('a\u0000b'))), [200, 400]),
        ]
      : []),
    // The hosts say again what they are told, and one of them counts it anew with every event.
    ...(prompt && name !== 'speech' && !name.includes('stream')
      ? [
          served(
            'a megabyte of one letter',
            () => withMember(prompt.member, JSON.stringify(prompt.of('a'.repeat(1_048_576)))),
            [200, 400],
          ),
          served(
            'half a megabyte of emoji',
            () => withMember(prompt.member, JSON.stringify(prompt.of('👩‍👩‍👧‍👦'.repeat(20_000)))),
            [200, 400],
          ),
        ]
      : []),
    ...(limit
      ? [
          ...noCount.map(([said, json]) => refused(`${limit} ${said}`, () => withMember(limit, json))),
          ...(shape === 'anthropic' ? [] : [refused(`${limit} 0`, () => withMember(limit, '0'))]),
        ]
      : []),
    ...(choices
      ? [...noCount, ['0', '0'] as const, ['129', '129'] as const].map(([said, json]) =>
          refused(`${choices} ${said}`, () => withMember(choices, json)),
        )
      : []),
    ...(shape !== 'gemini' && door.members.stream === undefined && !/embeddings|speech/.test(name)
      ? ['"true"', '1', '"false"', '{}'].map((json) => refused(`stream ${json}`, () => withMember('stream', json)))
      : []),
    ...(/chat|messages|responses/.test(name) && name.includes('→') === false
      ? [served('a temperature that is hot', () => withMember('temperature', '"hot"'), [400])]
      : []),
    ...(shape === 'openai' && /chat/.test(name) ? ofChat(door, served, refused, withMember) : []),
    ...(/chat|messages|responses|gemini/.test(name) ? [ofSchema(door, served, withMember)].flat() : []),
    ...(name === 'images' ? ofPictures(refused, withMember) : []),
    ...(name === 'speech'
      ? [
          refused('a text of two million letters', () => withMember('input', JSON.stringify('a'.repeat(2_000_000)))),
          refused('no text', () => withMember('input', '""')),
        ]
      : []),
    ...redirections.map(([member, json]) =>
      served(`${member}: sends nothing elsewhere`, () => added(`"${member}":${json}`), [200, 400], {
        fault: (_, { hosts }) => {
          const sent = hosts.requests().at(-1)?.body.toString() ?? '';
          return sent.includes('evil.test') ? 'it was passed on' : undefined;
        },
      }),
    ),
  ];
}

type Make = (row: string, make: () => Buffer | string, expected?: number[]) => Case;
type WithMember = (member: string, json: string) => string;

const manyMembers = Array.from({ length: 100_000 }, (_, index) => `"x${index}":0`).join(',');

const redirections: readonly [string, string][] = [
  ['api_base', '"http://evil.test"'],
  ['base_url', '"http://evil.test"'],
  ['api_key', '"evil.test"'],
  ['extra_headers', '{"authorization":"evil.test"}'],
];

function ofChat(door: Door, served: Make, refused: Make, withMember: WithMember): Case[] {
  const isCrossed = door.name.includes('→');
  const many = JSON.stringify(Array.from({ length: 100_000 }, () => ({ role: 'user', content: 'a' })));
  const withCall = JSON.stringify([
    { role: 'user', content: 'x' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'y' },
  ]);
  const tools = '"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}]';
  return [
    ...(isCrossed
      ? []
      : [served('a role that nobody knows', () => withMember('messages', '[{"role":"pirate","content":"x"}]'), [400])]),
    // The refusal quotes it, and the record of the request tells the refusal.
    ...(door.name.startsWith('chat →')
      ? [600, 1_100_000].map((length) =>
          refused(`a role of ${length} letters`, () =>
            withMember('messages', JSON.stringify([{ role: 'x'.repeat(length), content: 'x' }])),
          ),
        )
      : []),
    served('a call and its result', () => withMember('messages', withCall).replace('{', `{${tools},`), [200]),
    refused('100,000 messages', () => withMember('messages', many)),
    served(
      'arguments of a call that are no JSON',
      () => withMember('messages', withCall).replace('"{}"', '"{"').replace('{', `{${tools},`),
      [200, 400],
    ),
    refused('stream_options that are a text', () => withMember('stream_options', '"x"')),
  ];
}

/** A pattern whose compilation and use take ages, deep and wide schemas. */
function ofSchema({ name, shape }: Door, served: Make, withMember: WithMember): Case[] {
  const tool = (parameters: string) => {
    if (shape === 'anthropic') return `[{"name":"f","input_schema":${parameters}}]`;
    if (shape === 'gemini') return `[{"functionDeclarations":[{"name":"f","parametersJsonSchema":${parameters}}]}]`;
    if (name.startsWith('responses')) return `[{"type":"function","name":"f","parameters":${parameters}}]`;
    return `[{"type":"function","function":{"name":"f","parameters":${parameters}}}]`;
  };
  const object = (properties: string) => `{"type":"object","properties":{${properties}}}`;
  const wide = Array.from({ length: 20_000 }, (_, index) => `"p${index}":{"type":"string","description":"x"}`).join(
    ',',
  );
  const nested = `${'{"type":"object","properties":{"a":'.repeat(200)}{"type":"string"}${'}}'.repeat(200)}`;
  return [
    served(
      'a pattern that takes ages',
      () => withMember('tools', tool(object('"a":{"type":"string","pattern":"^(a+)+$((a*)*)*b"}'))),
      [200, 400],
    ),
    served(
      'a pattern that is none',
      () => withMember('tools', tool(object('"a":{"type":"string","pattern":"(["}'))),
      [200, 400],
    ),
    served('a schema of a megabyte', () => withMember('tools', tool(object(wide))), [200, 400]),
    served('a schema of 200 levels', () => withMember('tools', tool(nested)), [200, 400]),
    served('a schema that refers to itself', () => withMember('tools', tool(object('"a":{"$ref":"#"}'))), [200, 400]),
  ];
}

function ofPictures(refused: Make, withMember: WithMember): Case[] {
  return [
    ...['"99999x99999"', '1024', '[]', `"${'x'.repeat(100)}"`].map((json) =>
      refused(`size ${json.slice(0, 20)}`, () => withMember('size', json)),
    ),
    ...['5', '[]', `"${'x'.repeat(100)}"`].map((json) =>
      refused(`quality ${json.slice(0, 20)}`, () => withMember('quality', json)),
    ),
  ];
}

function ofForm(door: Door): Case[] {
  const model: FormPart = { name: 'model', content: models.transcript };
  const sent = (
    row: string,
    body: Buffer | string,
    expected: number[],
    key: 'refused' | 'served' = 'refused',
  ): Case => ({
    row,
    door: door.name,
    shape: door.shape,
    expected,
    upstreamCalls: key === 'served' ? 1 : 0,
    send: (stage) => exchange(stage.relayUrl, [ask(door, { key: stage[key].key, body })]),
  });
  const form = (...parts: FormPart[]) => formOf(parts);
  const typed = (row: string, type: string): Case => ({
    ...sent(row, '', [400, 415]),
    send: (stage) =>
      exchange(stage.relayUrl, [
        ask(door, { key: stage.refused.key, body: form(model, wave), headers: [['content-type', type]] }),
      ]),
  });
  const name = (filename: string): FormPart => ({ ...wave, filename });
  return [
    sent(
      '10,000 parts',
      formOf(Array.from({ length: 10_000 }, (_, index) => ({ name: `x${index}`, content: 'x' }))),
      [413],
    ),
    sent('300 parts', formOf(Array.from({ length: 300 }, (_, index) => ({ name: `x${index}`, content: 'x' }))), [413]),
    sent('no file', form(model), [400]),
    sent('a file that is a text', form(model, { name: 'file', content: 'x' }), [400]),
    sent('an empty file', form(model, { ...wave, content: '' }), [400]),
    sent('two files', form(model, wave, wave), [400]),
    sent('two models', form(model, { name: 'model', content: 'dearer' }, wave), [400]),
    sent('a form that breaks off', form(model, wave).subarray(0, -20), [400]),
    sent(
      'a head of a part that breaks off',
      Buffer.from('--abuse-0123456789\r\ncontent-disposition: form-data; na'),
      [400],
    ),
    sent('a part without a name', Buffer.from('--abuse-0123456789\r\n\r\nx\r\n--abuse-0123456789--\r\n'), [400]),
    sent(
      'a megabyte of head of a part',
      Buffer.from(`--abuse-0123456789\r\nx: ${'y'.repeat(1_048_576)}\r\n\r\nx\r\n--abuse-0123456789--\r\n`),
      [400],
    ),
    sent('a megabyte of boundaries', Buffer.from('--abuse-0123456789\r\n'.repeat(50_000)), [400]),
    sent('a file called ../../etc/passwd', form(model, name('../../etc/passwd')), [200, 400], 'served'),
    sent('a file whose name has a NUL', form(model, name('a\u0000b.wav')), [200, 400], 'served'),
    sent('a file whose name is written from right to left', form(model, name('a\u202egpj.wav')), [200, 400], 'served'),
    sent('a file whose name is 100 kB', form(model, name(`${'a'.repeat(100_000)}.wav`)), [200, 400], 'served'),
    sent(
      'sound that is a program',
      form(model, { ...wave, content: Buffer.from('7f454c4602010100', 'hex') }),
      [200, 400],
      'served',
    ),
    sent('sound that says to be hours long', form(model, { ...wave, content: boastfulWave }), [200, 400], 'served'),
    typed('no boundary', 'multipart/form-data'),
    typed('an empty boundary', 'multipart/form-data; boundary='),
    typed('another boundary', 'multipart/form-data; boundary=other'),
    typed('a boundary of 10 kB', `multipart/form-data; boundary=${'b'.repeat(10_000)}`),
    typed('a boundary of signs', 'multipart/form-data; boundary="(.*)+\\\\"'),
    typed('multipart/mixed', 'multipart/mixed; boundary=abuse-0123456789'),
  ];
}

/** A head that names 4 GB of samples, and one sample. */
const boastfulWave = (() => {
  const { content } = wave;
  const bytes = Buffer.from(content).subarray(0, 46);
  bytes.writeUInt32LE(0xff_ff_ff_ff, 40);
  return bytes;
})();

/** Where a file may not be read from. */
const inside = [
  'http://169.254.169.254/latest/meta-data/',
  'http://0.0.0.0/',
  'http://[::]/',
  'http://[::ffff:7f00:1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://127.1/',
  'http://localhost/',
  'http://user:pass@198.51.100.1/',
  'http://127.0.0.1:22/',
  'http://127.0.0.1:6379/',
  'http://[fe80::1%25eth0]/',
  'http://',
  'https://exa mple.test/',
];

/** Answers that are no file for a model. */
const noFiles: Readonly<Record<string, OddAnswer>> = {
  'an SVG': whole('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'),
  'a page of HTML': whole('<script>alert(1)</script>', 'text/html'),
  'without a type': whole('x', ''),
  'sent elsewhere': whole('', 'image/png', '302 Found', 'location: http://127.0.0.1/\r\n'),
  'not there': whole('x', 'image/png', '404 Not Found'),
};
const longFile = whole(Buffer.alloc(21 * 1_048_576), 'image/png');

/** Files by their address, for a host that takes them as bytes alone. */
function ofFiles(): Case[] {
  const ways: Readonly<Record<string, (url: string) => unknown>> = {
    chat: (url) => [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    responses: (url) => [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }],
    messages: (url) => [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }],
    gemini: (url) => [{ role: 'user', parts: [{ fileData: { fileUri: url, mimeType: 'image/png' } }] }],
  };
  return Object.entries(ways).flatMap(([name, of]) => {
    const door = doors.find((one) => one.name === name) as Door;
    const asked = (stage: Stage, url: string) =>
      exchange(stage.relayUrl, [
        ask(door, { key: stage.refused.key, model: bytesOnlyModel, change: { [door.prompt?.member ?? '']: of(url) } }),
      ]);
    const one = (row: string, url: string, upstreamCalls = 0): Case => ({
      row,
      door: name,
      shape: door.shape,
      expected: [400],
      upstreamCalls,
      send: (stage) => asked(stage, url),
    });
    const read = (row: string, answer: OddAnswer, expected = 400): Case => ({
      row,
      door: name,
      shape: door.shape,
      expected: [expected],
      send: (stage) => {
        stage.files.answer('file', answer);
        return asked(stage, `${stage.files.url}/file`);
      },
    });
    return [
      ...Object.entries(noFiles).map(([what, answer]) => read(`a picture that is ${what}`, answer)),
      read('a picture of 21 MiB', longFile, door.shape === 'gemini' ? 400 : 413),
      ...inside.map((url) => one(`a picture at ${url}`, url)),
      // Nobody reads these here: the host is told what it was given, and refuses it.
      ...['file:///etc/passwd', 'gopher://127.0.0.1:70/1', 'ftp://127.0.0.1/x', 'javascript:alert(1)'].map((url) =>
        one(`a picture at ${url}`, url, 1),
      ),
      one('a data URL that is none', 'data:image/png;base64,@@@', 1),
      one('a data URL without a comma', 'data:image/png;base64', 1),
    ];
  });
}

const replacements: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e308',
  '""',
  '"x"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"a":{"b":[1]}}',
  `"${'é'.repeat(5_000)}"`,
];

/** A request of every member that a door's dialect has. */
const rich: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  chat: {
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'x' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'y' },
    ],
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    tool_choice: 'auto',
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } },
    reasoning_effort: 'low',
    stop: ['a'],
    max_tokens: 5,
    n: 1,
    temperature: 1,
    stream: false,
    user: 'u',
    prompt_cache_key: 'k',
    metadata: { a: 'b' },
  },
  responses: {
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'x' }] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'y' },
    ],
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }],
    tool_choice: 'auto',
    text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } } },
    reasoning: { effort: 'low' },
    max_output_tokens: 50,
    store: false,
    include: ['reasoning.encrypted_content'],
    background: false,
    conversation: null,
    previous_response_id: null,
  },
  messages: {
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'x' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'y' }] },
    ],
    tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
    tool_choice: { type: 'auto' },
    max_tokens: 50,
    stop_sequences: ['a'],
    metadata: { user_id: 'u' },
    thinking: { type: 'disabled' },
  },
  gemini: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'x' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: { a: 1 } } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: {} } }] }],
    toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    generationConfig: {
      maxOutputTokens: 50,
      stopSequences: ['a'],
      candidateCount: 1,
      thinkingConfig: { thinkingBudget: 0 },
    },
    safetySettings: [],
  },
};

function sweep(door: OpenDoor): Case[] {
  const members = { ...door.members, ...rich[door.name.split(/[ ,]/, 1)[0] ?? ''] };
  const whole = {
    ...members,
    ...(door.shape === 'gemini' ? {} : { model: door.model }),
    ...(door.members.stream ? { stream: true } : {}),
  };
  return pathsIn(whole).flatMap((path) =>
    replacements.map((json) => ({
      row: `${path.join('.')} = ${json.slice(0, 20)}`,
      door: door.name,
      shape: door.shape,
      expected: [200, 400, 403, 404],
      // Another model may be named by a member that holds one.
      upstreamCalls: 1,
      send: (stage: Stage) =>
        exchange(stage.relayUrl, [
          ask(door, {
            key: stage.served.key,
            model: door.model,
            body: JSON.stringify(replaced(whole, path, JSON.parse(json))),
          }),
        ]),
    })),
  );
}

/** Ways to every value inside, outer ones first. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [[...path]] : [];
  const inner = Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...path, name]));
  return path.length > 0 ? [[...path], ...inner] : inner;
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const members = copy as Record<string, unknown>;
  members[name] = replaced(members[name], rest, by);
  return copy;
}
