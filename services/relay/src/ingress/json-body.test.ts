import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GatewayError } from '../errors.ts';
import { headroom, JsonBody } from './json-body.ts';

function bodyOf(text: string): JsonBody {
  const buffer = Buffer.from(`${' '.repeat(headroom)}${text}`);
  return new JsonBody(buffer, headroom, buffer.length);
}

const keys = fc.constantFrom('model', 'messages', 'stream', 'n', 'a,b', 'ключ', 'x"y', 'z\\');
const objects = fc.array(fc.tuple(keys, fc.jsonValue(), fc.boolean()), { maxLength: 8 });

/** The same text with every sign as an escape. */
function escaped(text: string): string {
  return `"${Array.from(text, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
}

/** JSON text as clients write it: any spacing, repeated keys, escaped keys, any nesting. */
const texts = objects.chain((members) =>
  fc.array(fc.constantFrom('', ' ', '\n', '\t  ', '\r\n'), { minLength: 4 }).map((gaps) => {
    let turn = 0;
    const gap = () => gaps[turn++ % gaps.length];
    const parts = members.map(
      ([key, value, isEscaped]) =>
        `${gap()}${isEscaped ? escaped(key) : JSON.stringify(key)}${gap()}:${gap()}${JSON.stringify(value)}${gap()}`,
    );
    return `${gap()}{${parts.join(',')}${gap()}}${gap()}`;
  }),
);

test('reads every member as JSON.parse does', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const expected = JSON.parse(text) as Record<string, unknown>;
      const body = bodyOf(text);
      for (const [key, value] of Object.entries(expected)) {
        assert.equal(body.has(key), true);
        assert.deepEqual(body.read(key), value);
      }
      assert.deepEqual(body.parse(), expected);
    }),
    { numRuns: 2000 },
  );
});

test('writes exactly the changed object, however often and in whatever order, and reads as it came', () => {
  const changes = fc.array(
    fc.record({
      set: fc.array(fc.tuple(keys, fc.jsonValue()), { maxLength: 4 }),
      drop: fc.array(keys, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(texts, changes, (text, steps) => {
      const body = bodyOf(text);
      for (const step of steps) {
        const set = new Map(step.set.map(([key, value]) => [key, JSON.stringify(value)]));
        const drop = step.drop.filter((key) => !set.has(key));
        const expected = JSON.parse(text) as Record<string, unknown>;
        for (const key of drop) delete expected[key];
        for (const [key, value] of set) expected[key] = JSON.parse(value);
        assert.deepEqual(JSON.parse(body.write(set, drop).toString()), expected);
        const given = JSON.parse(text) as Record<string, unknown>;
        assert.deepEqual(body.parse(), given);
        for (const key of Object.keys(given)) assert.deepEqual(body.read(key), given[key]);
      }
    }),
    { numRuns: 3000 },
  );
});

test('tells whether an element of a list lacks a member, as parsing would', () => {
  const elements = fc.dictionary(fc.constantFrom('function', 'type', 'a b', 'ключ'), fc.jsonValue());
  const lists = fc.array(fc.oneof({ weight: 9, arbitrary: elements }, fc.jsonValue()), { maxLength: 5 });
  fc.assert(
    fc.property(lists, fc.constantFrom('', ' ', '\n\t'), (list, gap) => {
      const text = JSON.stringify(list, null, gap);
      const lacking = list.some((element) => !Object.hasOwn(Object(element), 'function') || Array.isArray(element));
      const body = bodyOf(`{"tools":${text}}`);
      assert.equal(body.hasElementWithout('tools', 'function'), lacking);
      body.write(new Map([['tools', '1']]));
      assert.equal(body.hasElementWithout('tools', 'function'), lacking);
    }),
    { numRuns: 2000 },
  );
  assert.equal(bodyOf('{"tools":{"a":1}}').hasElementWithout('tools', 'function'), false);
  assert.equal(bodyOf('{"tools":null}').hasElementWithout('other', 'function'), false);
});

test('bytes that are no UTF-8 are refused wherever they stand', () => {
  const wrong = fc.constantFrom([0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0x80]);
  fc.assert(
    fc.property(texts, wrong, fc.nat(), (text, bytes, at) => {
      // Between characters: within one, two wrongs might make a right.
      const place = Buffer.byteLength(
        Array.from(text)
          .slice(0, at % (text.length + 1))
          .join(''),
      );
      const whole = Buffer.from(text);
      const sent = Buffer.concat([
        Buffer.alloc(headroom, ' '),
        whole.subarray(0, place),
        Buffer.from(bytes),
        whole.subarray(place),
      ]);
      assert.throws(
        () => new JsonBody(sent, headroom, sent.length),
        (error) => error instanceof GatewayError && error.status === 400,
      );
    }),
  );
});

test('counts the elements of a list as parsing would, also where it was written over', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.nat(7), fc.constantFrom('', ' '), (list, most, gap) => {
      const body = bodyOf(`{"input":${JSON.stringify(list, null, gap)}}`);
      assert.equal(body.hasMoreElements('input', most), list.length > most);
      body.write(new Map([['input', '1']]));
      assert.equal(body.hasMoreElements('input', most), list.length > most);
    }),
    { numRuns: 2000 },
  );
  assert.equal(bodyOf('{"input":"a,b"}').hasMoreElements('input', 0), false);
});

test('refuses at once a megabyte of names, each another: a relay looks through them before it knows who pays', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `"x${index}":0`).join(',');
  const long = Array.from({ length: 200 }, (_, index) => `"${'x'.repeat(5_000)}${index}":0`).join(',');
  for (const members of [names, `"a":1,"a":2,${names}`, `"\\u0061":1,${names}`, long]) {
    const begunAt = performance.now();
    assert.throws(
      () => bodyOf(`{${members}}`),
      (error) => error instanceof GatewayError && error.status === 400 && /at most 256/.test(error.message),
    );
    assert.ok(performance.now() - begunAt < 500);
  }
});

test('takes time for the tools by their length alone, whatever they hold', () => {
  const tool = `{${Array.from({ length: 250 }, (_, index) => `"${'x'.repeat(200)}${index}":0`).join(',')},"function":{}}`;
  const body = bodyOf(`{"tools":[${Array(200).fill(tool).join(',')}]}`);
  const begunAt = performance.now();
  assert.equal(body.hasElementWithout('tools', 'function'), false);
  assert.ok(performance.now() - begunAt < 700);
  const wide = `{${Array.from({ length: 100_000 }, (_, index) => `"x${index}":0`).join(',')}}`;
  assert.throws(() => bodyOf(`{"tools":[${wide}]}`).hasElementWithout('tools', 'function'), GatewayError);
});

test('counts as files what stands in data URLs and as base64, and no text that only looks a little like it', () => {
  const base64 = Buffer.alloc(30_000, 'Küste').toString('base64');
  const url = `data:image/png;base64,${base64}`;
  const prose = 'The tide turns at noon. '.repeat(5_000);
  const count = (value: unknown) => JsonBody.of({ messages: [{ content: value }] }).embedded();
  assert.deepEqual(count({ image_url: { url } }), { count: 1, bytes: base64.length });
  assert.deepEqual(count([{ data: base64 }, { url }]), { count: 2, bytes: 2 * base64.length });
  const spaced = `{"a": {"data" : "x"}, "data": "${base64.replaceAll('/', '\\/')}", "url":"data:image\\/png;base64,QUJD"}`;
  assert.equal(bodyOf(spaced).embedded().count, 2);
  for (const text of [
    `;base64,${prose}`,
    `data:text/plain;base64,${prose}`,
    `look: ${url}`,
    `{"url":"${url}"}`,
    `${'x'.repeat(300)};base64,${base64}`,
    ';base64,'.repeat(1_000),
  ])
    assert.deepEqual(count(text), { count: 0, bytes: 0 }, text.slice(0, 40));
  assert.deepEqual(count({ data: url }), { count: 1, bytes: base64.length });
  assert.deepEqual(count({ data: prose }), { count: 0, bytes: 0 });
});

test('leaves bytes outside the changed members as they came', () => {
  const body = bodyOf('{"model":"gpt", "messages":[{"role":"user","content":"1\\u00e9 \\/ 2.0e+1"}],\n"top_p":1.00}');
  const written = body.write(new Map([['model', '"other"']])).toString();
  assert.ok(written.includes('"messages":[{"role":"user","content":"1\\u00e9 \\/ 2.0e+1"}],\n"top_p":1.00}'));
});

test('refuses with 400 what is not a JSON object in UTF-8', () => {
  for (const text of [
    '',
    '[]',
    '"x"',
    '{',
    '{"a":1',
    '{"a":[1,2}',
    '{"a"}',
    '\u{feff}{"a":1}',
    '{"a":1}x',
    '{"a":1,}',
    '{"a\u0000":1}',
    '{"a\n":1}',
    'null',
    '1',
  ]) {
    assert.throws(
      () => bodyOf(text),
      (error) => error instanceof GatewayError && error.status === 400,
      text,
    );
  }
  const invalid = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  assert.throws(() => new JsonBody(invalid, 0, invalid.length), GatewayError);
  assert.throws(() => bodyOf(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), GatewayError);
});
