import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MultipartBody } from './multipart-body.ts';

async function formOf(entries: Record<string, string | File>): Promise<MultipartBody> {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.append(name, value);
  const response = new Response(form);
  const type = response.headers.get('content-type') as string;
  return MultipartBody.parse(Buffer.from(await response.arrayBuffer()), type);
}

async function parsed(body: Buffer, type: string): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
}

const picture = new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255])], 'a "tide".png', {
  type: 'image/png',
});

test('fields are read as what they look like, files with their bytes', async () => {
  const body = await formOf({ model: 'gpt-image-2', n: '2', stream: 'true', prompt: 'low tide', image: picture });
  assert.deepEqual(body.parse(), { model: 'gpt-image-2', n: 2, stream: true, prompt: 'low tide' });
  assert.equal(body.startOf('prompt'), '"');
  assert.equal(body.startOf('image'), '');
  assert.deepEqual(body.embedded(), { count: 1, bytes: 10 });
});

test('a form that needs no change says the same, in no more words than were read', async () => {
  const body = await formOf({ model: 'm', image: picture });
  const form = await parsed(body.write(new Map(), ['api_key']), body.contentType);
  assert.deepEqual([...form.keys()], ['model', 'image']);
  assert.equal(form.get('model'), 'm');
});

test('what stands between, before and behind the parts stays here: another reader might find a form in it', async () => {
  const type = 'multipart/form-data; boundary=b';
  const part = (name: string, text: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const sent = `--c\r\n${part('model', 'm')}--b--\r\n${part('model', 'dearer')}--b--\r\n`;
  const body = await MultipartBody.parse(Buffer.from(sent), type).catch(() => undefined);
  if (body) assert.doesNotMatch(body.write(new Map()).toString(), /dearer|--c/);
});

test('a changed form keeps every other field and the bytes of its files', async () => {
  const body = await formOf({ model: 'm', api_key: 'secret', prompt: 'tide — 潮\r\n', image: picture });
  const form = await parsed(body.write(new Map([['model', '"upstream-m"']]), ['api_key']), body.contentType);
  assert.equal(form.get('model'), 'upstream-m');
  assert.equal(form.get('prompt'), 'tide — 潮\r\n');
  assert.equal(form.has('api_key'), false);
  const file = form.get('image') as File;
  assert.equal(file.type, 'image/png');
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), new Uint8Array(await picture.arrayBuffer()));
});

test('256 parts are taken, more are refused, and thousands before any is read', async () => {
  const partsOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 'x']));
  assert.equal(Object.keys((await formOf(partsOf(256))).parse()).length, 256);
  await assert.rejects(formOf(partsOf(257)), { status: 413 });
  // None of these can be read: nobody tried.
  const unreadable = Buffer.from('--b\r\n\r\n'.repeat(10_000));
  for (const boundary of ['b', '"b"'])
    await assert.rejects(MultipartBody.parse(unreadable, `multipart/form-data; boundary=${boundary}`), { status: 413 });
});

test('what is no form is refused with a sentence', async () => {
  await assert.rejects(MultipartBody.parse(Buffer.from('no form'), 'multipart/form-data; boundary=x'), {
    status: 400,
    message: /multipart\/form-data/,
  });
});

test('a prompt that looks like a number is a text, and so is a number with a leading zero', async () => {
  const body = await formOf({ prompt: '2026', n: '007', temperature: '0.5' });
  assert.deepEqual(body.parse(), { prompt: '2026', n: '007', temperature: 0.5 });
});

test('no name or file name hides another field from readers that know escapes', async () => {
  const type = 'multipart/form-data; boundary=b';
  const form = (head: string) => Buffer.from(`--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n9\r\n--b--\r\n`);
  for (const name of ['a\\', 'a\u0006', 'a\t'])
    await assert.rejects(MultipartBody.parse(form(`name="${name}"`), type), { status: 400 });
  const body = await MultipartBody.parse(form('name="file"; filename="a\\; name=n; x="'), type);
  assert.match(body.write(new Map()).toString('latin1'), /name="file"; filename="a_; name=n; x="\r\n/);
  const nameless = await MultipartBody.parse(form('name="n"; filename=""'), type);
  assert.match(nameless.write(new Map()).toString('latin1'), /name="n"; filename="file"\r\n/);
});

test('lists may name a field again, nothing else may', async () => {
  const twice = (name: string) => {
    const form = new FormData();
    form.append(name, 'a');
    form.append(name, 'b');
    return new Response(form);
  };
  const parse = async (response: Response) =>
    MultipartBody.parse(Buffer.from(await response.arrayBuffer()), response.headers.get('content-type') as string);
  assert.ok((await parse(twice('include[]'))).has('include[]'));
  await assert.rejects(parse(twice('model')), { status: 400, param: 'model' });
});
