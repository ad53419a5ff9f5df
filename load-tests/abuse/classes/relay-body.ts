import type { Case, CaseClass } from '../case.ts';
import { ask, bodyOf, type Door, doors, formOf } from '../doors.ts';
import type { Stage } from '../stage.ts';
import { exchange } from '../wire.ts';
import { ofFiles } from './file-cases.ts';
import { ofForm } from './form-cases.ts';
import { crossedDoors, type OpenDoor, ownDoors } from './open-doors.ts';

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
