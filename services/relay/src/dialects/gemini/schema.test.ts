import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../canonical.ts';
import { fromGoogleSchema, ReferenceRoom, toGoogleSchema } from './schema.ts';

const samples: [string, Json, Json][] = [
  ['types', { type: 'string', title: 'T', default: 'x', examples: ['x'] }, { type: 'STRING' }],
  ['null beside a type', { type: ['integer', 'null'] }, { type: 'INTEGER', nullable: true }],
  ['several types', { type: ['integer', 'string'] }, { anyOf: [{ type: 'INTEGER' }, { type: 'STRING' }] }],
  ['null as a choice', { anyOf: [{ type: 'number' }, { type: 'null' }] }, { type: 'NUMBER', nullable: true }],
  [
    'choices',
    { oneOf: [{ type: 'number' }, { type: 'boolean' }] },
    { anyOf: [{ type: 'NUMBER' }, { type: 'BOOLEAN' }] },
  ],
  ['a list of whatever', { type: 'array' }, { type: 'ARRAY', items: { type: 'STRING' } }],
  ['an object without members', { type: 'object', properties: {} }, { type: 'OBJECT' }],
  ['values', { enum: [1, 'b', null] }, { type: 'STRING', enum: ['1', 'b'] }],
  ['one value', { const: 'a' }, { type: 'STRING', enum: ['a'] }],
  ['formats', { type: 'string', format: 'uri' }, { type: 'STRING' }],
  ['known formats', { type: 'string', format: 'date-time' }, { type: 'STRING', format: 'date-time' }],
  ['limits', { type: 'integer', minimum: 1, exclusiveMaximum: 9 }, { type: 'INTEGER', minimum: 1 }],
  [
    'references',
    { $defs: { port: { type: 'string' } }, type: 'object', properties: { at: { $ref: '#/$defs/port' } } },
    { type: 'OBJECT', properties: { at: { type: 'STRING' } } },
  ],
  [
    'parts of one',
    { allOf: [{ type: 'object' }, { properties: { a: { type: 'string' } }, additionalProperties: false }] },
    { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
  ],
  [
    'a member called as a keyword',
    { type: 'object', properties: { title: { type: 'string' }, $ref: { type: 'string' } }, required: ['title'] },
    { type: 'OBJECT', required: ['title'], properties: { title: { type: 'STRING' }, $ref: { type: 'STRING' } } },
  ],
];
for (const [name, schema, expected] of samples) {
  test(`${name}: Google’s words for it`, () => assert.deepEqual(toGoogleSchema(schema), expected));
}

test('a schema that holds itself comes to an end', () => {
  const schema = {
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    $ref: '#/$defs/node',
  };
  assert.ok(JSON.stringify(toGoogleSchema(schema)).length < 2_000);
  assert.equal(toGoogleSchema({ $ref: '#' }).type, 'OBJECT');
});

test('a member that names what it stands in is an object, however many there are', () => {
  const properties = Object.fromEntries(Array.from('abcdefghij', (name) => [name, { $ref: '#' }]));
  const written = toGoogleSchema({ type: 'object', properties });
  assert.deepEqual(Object.values(written.properties as Json), Array(10).fill({ type: 'OBJECT' }));
});

test('schemas that would grow without end are refused at once, also when many tools share the growth', () => {
  const names = Array.from('abcdefghijklmnop');
  const pair = (next: string) => ({ properties: { x: { $ref: `#/$defs/${next}` }, y: { $ref: `#/$defs/${next}` } } });
  const wide = (copies: number) => ({
    $defs: Object.fromEntries(names.map((name, index) => [name, pair(names[index + 1] ?? 'end')])),
    properties: Object.fromEntries(Array.from({ length: copies }, (_, index) => [`p${index}`, { $ref: '#/$defs/a' }])),
  });
  const tooLarge = { status: 400, message: /too large/ };
  assert.throws(() => toGoogleSchema(wide(50)), tooLarge);
  const long = { $defs: { a: { description: 'x'.repeat(10_000) } }, properties: wide(50).properties };
  assert.throws(() => toGoogleSchema(long), tooLarge);
  const room = new ReferenceRoom();
  assert.throws(() => {
    for (let tool = 0; tool < 50; tool++) toGoogleSchema(wide(1), room);
  }, tooLarge);
});

test('a reference with broken escapes names nothing, and many parts of one are put together', () => {
  assert.deepEqual(toGoogleSchema({ properties: { a: { $ref: '#/%' } } }).properties, { a: {} });
  const allOf = [...Array(200_000).fill({}), { type: 'string' }];
  assert.deepEqual(toGoogleSchema({ allOf }), { type: 'STRING' });
});

test('Google’s schemas become JSON schemas', () => {
  assert.deepEqual(
    fromGoogleSchema({
      type: 'OBJECT',
      properties: {
        type: { type: 'STRING', nullable: true, enum: ['a'] },
        list: { type: 'ARRAY', min_items: '2', items: { anyOf: [{ type: 'NUMBER' }] } },
      },
      property_ordering: ['list'],
    }),
    {
      type: 'object',
      properties: {
        type: { type: ['string', 'null'], enum: ['a', null] },
        list: { type: 'array', minItems: 2, items: { anyOf: [{ type: 'number' }] } },
      },
    },
  );
});
