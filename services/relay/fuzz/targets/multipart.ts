import assert from 'node:assert/strict';
import busboy from 'busboy';
import { GatewayError } from '../../src/errors.ts';
import { MultipartBody } from '../../src/ingress/multipart-body.ts';
import type { Target } from '../target.ts';

const boundary = 'b0';
const type = `multipart/form-data; boundary=${boundary}`;
const part = (head: string, content: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const end = `--${boundary}--\r\n`;
const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\nRIFF\r\n`;

/**
 * Forms: what is read of one, and what is written for an upstream. Whatever leaves here must say to another reader what was read
 * here: the price hangs on it.
 */
export const multipartTarget: Target = {
  name: 'multipart',
  modules: ['ingress/multipart-body.ts', 'undici/lib/web/fetch/formdata-parser.js'],
  seeds: [
    `${part('name="model"', 'whisper-1')}${part('name="n"', '2')}${file}${end}`,
    `${part('name="prompt"', 'tide — 潮\r\n')}${part('name="include[]"', 'a')}${part('name="include[]"', 'b')}${file}${end}`,
    `preamble\r\n${part('name="a\\"b"', '')}${end}epilogue`,
    file + end,
  ],
  words: [
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '--',
    `--${boundary}`,
    `--${boundary}\r\n`,
    end,
    'content-disposition: form-data; ',
    'name="',
    'name=model',
    'name="model"',
    '; filename="',
    "; filename*=utf-8''a",
    '"',
    '%22',
    '\\"',
    'content-type: text/plain; charset=utf-16',
    'content-transfer-encoding: base64',
    '_charset_',
    ';',
    '=',
    Buffer.from([0]),
    Buffer.from([0xff]),
    part('name="model"', 'dearer'),
    part('name="n"', '9'),
  ],
  longest: 4_096,
  async check(input, below) {
    const body = await MultipartBody.parse(input, type).catch((error) => {
      assert.ok(error instanceof GatewayError && [400, 413].includes(error.status), String(error.stack));
    });
    if (!body) return;
    const read = fieldsOf(body);
    // A reader that refuses it reads nothing else out of it.
    const other = await byBusboy(body.write(new Map()), body.contentType);
    if (other) assert.deepEqual(other, read, 'as it came');
    const names = Object.keys(body.parse()).filter((one) => !one.endsWith('[]'));
    const name = names[below(names.length)] ?? 'model';
    const written = body.write(new Map([[name, '"set"']]));
    const wanted = [...read.filter(([other]) => other !== name), [name, 'set']];
    const changed = await byBusboy(written, body.contentType);
    if (changed) assert.deepEqual(changed.sort(), wanted.sort(), 'changed');
  },
};

/** Names and texts of the fields, in order, and of files their fields and bytes. */
function fieldsOf(body: MultipartBody): [string, string][] {
  const names = Object.keys(body.parse());
  const fields = names
    .filter((name) => !name.endsWith('[]'))
    .map((name): [string, string] => [name, textOf(body, name)]);
  return [
    ...fields,
    ...body.files.map(({ field, bytes }): [string, string] => [`file ${field}`, bytes.toString('latin1')]),
  ];
}

function textOf(body: MultipartBody, name: string): string {
  const text = body.text(name) ?? '';
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

/** The same as another reader sees it; undefined when it is no form to it. */
function byBusboy(bytes: Buffer, contentType: string): Promise<[string, string][] | undefined> {
  const { promise, resolve } = Promise.withResolvers<[string, string][] | undefined>();
  const fields: [string, string][] = [];
  const files: [string, string][] = [];
  const reader = busboy({
    headers: { 'content-type': contentType },
    defParamCharset: 'utf8',
    limits: { fieldSize: 1e9 },
  });
  reader.on('field', (name = '', value) => {
    if (!name.endsWith('[]')) fields.push([name, value]);
  });
  reader.on('file', (name = '', stream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => files.push([`file ${name}`, Buffer.concat(chunks).toString('latin1')]));
  });
  reader.on('close', () => resolve([...fields, ...files]));
  reader.on('error', () => resolve(undefined));
  reader.end(bytes);
  return promise;
}
