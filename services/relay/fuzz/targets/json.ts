import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../../src/errors.ts';
import { headroom, JsonBody } from '../../src/ingress/json-body.ts';
import type { Target } from '../target.ts';

/** Bodies: what is read of them, and what is written for an upstream, against JSON.parse. */
export const jsonTarget: Target = {
  name: 'json',
  modules: ['ingress/json-body.ts', 'ingress/members.ts', 'ingress/embedded-files.ts'],
  seeds: [
    '{"model":"gpt","messages":[{"role":"user","content":"1\\u00e9 \\/ 2.0e+1"}],\n"top_p":1.00}',
    '{"model":"a","model":"b","stream":true,"mod\\u0065l":"c"}',
    ' {"a":{"b":[1,2,{"c":"]}\\""}]} , "input" : ["x","y"] }\r\n',
    '{"tools":[{"function":{}},{"type":"x"}],"__proto__":1,"":0}',
    '{"a":"data:image/png;base64,AAAA","b":{"data": "AAAA"}}',
    '[]',
  ],
  words: [
    '"',
    '\\',
    '\\"',
    '\\\\',
    '\\u0065',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ' ',
    '\t',
    '\n',
    '\r',
    'true',
    'null',
    '1e308',
    '-0',
    '"model"',
    '"model":',
    '"__proto__":',
    '[[[[[[[[',
    ']]]]]]]]',
    '{"a":',
    '\u{feff}',
    '\u00a0',
    '\u2028',
    'é',
    '潮',
    '"data":"',
    ';base64,',
    Buffer.from([0xff]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0]),
  ],
  longest: 4_096,
  check(input, below) {
    try {
      compare(input, below);
    } catch (error) {
      // More members, or a longer name, than are looked through: JSON.parse takes them.
      if (!(error instanceof GatewayError && /at most 256/.test(error.message))) throw error;
    }
  },
};

function compare(input: Buffer, below: (limit: number) => number): void {
  const body = open(input);
  const expected = parsed(input);
  if (!body) {
    assert.equal(expected, undefined, 'an object was refused');
    return;
  }
  if (!expected) {
    // Values are not looked at until they are read; a body that nothing can read must not be read as anything.
    assert.throws(() => body.parse(), GatewayError, 'what is no object was read as one');
    return;
  }
  const names = Object.keys(expected);
  for (const name of [...names, 'model', 'nobody']) {
    assert.equal(body.has(name), Object.hasOwn(expected, name), `has ${name}`);
    assert.deepEqual(body.read(name), Object.hasOwn(expected, name) ? expected[name] : undefined, `reads ${name}`);
    const value: unknown = Object.hasOwn(expected, name) ? expected[name] : undefined;
    const most = below(4);
    assert.equal(body.hasMoreElements(name, most), Array.isArray(value) && value.length > most, `counts ${name}`);
    const lacking =
      Array.isArray(value) && value.some((one) => !Object.hasOwn(Object(one), 'function') || Array.isArray(one));
    assert.equal(body.hasElementWithout(name, 'function'), lacking, `members of ${name}`);
  }
  assert.deepEqual(body.parse(), expected);
  body.embedded();
  for (let turn = 0; turn < 2; turn++) {
    const set = new Map([[names[below(names.length)] ?? 'model', '"set"']]);
    const drop = names.filter((name) => !set.has(name) && below(4) === 0);
    const written = JSON.parse(body.write(set, drop).toString()) as Record<string, unknown>;
    const wanted: Record<string, unknown> = Object.fromEntries(
      Object.entries(expected).filter(([name]) => !drop.includes(name)),
    );
    for (const name of set.keys())
      Object.defineProperty(wanted, name, { value: 'set', enumerable: true, configurable: true, writable: true });
    assert.deepEqual(sorted(written), sorted(wanted), 'written');
    assert.deepEqual(body.parse(), expected, 'read behind writing');
  }
}

function open(input: Buffer): JsonBody | undefined {
  const buffer = Buffer.concat([Buffer.alloc(headroom, ' '), input]);
  try {
    return new JsonBody(buffer, headroom, buffer.length);
  } catch (error) {
    if (error instanceof GatewayError && error.status === 400 && !/at most 256/.test(error.message)) return undefined;
    throw error;
  }
}

/** The object, if it is one. */
function parsed(input: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(input)) return undefined;
  try {
    const value: unknown = JSON.parse(input.toString());
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPlain ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function sorted(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
