import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { sanitizeMarkup } from './sanitize.ts';

let testing: TestConsole;
let admin: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'admin', role: 10 });
  admin = await testing.signedIn('admin');
});
after(() => testing.close());

for (const [given, kept] of [
  ['<p style="color: red">Hello <b>you</b></p>', '<p style="color:red">Hello <b>you</b></p>'],
  ['a<script>alert(1)</script>b', 'ab'],
  ['<img src=x onerror=alert(1)>', '<img src="x" />'],
  ['<img src="https://cdn.example/a.png" alt="a">', '<img src="https://cdn.example/a.png" alt="a" />'],
  ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['<a href="https://a.example">x</a>', '<a href="https://a.example" rel="noopener noreferrer">x</a>'],
  ['<iframe src="https://a.example"></iframe><form action="/x"><input></form>', ''],
  ['<svg><script>alert(1)</script></svg>', ''],
  ['<div style="position:fixed;background:url(https://a.example/x)">x</div>', '<div>x</div>'],
  ['<base href="https://evil.example/"><meta http-equiv="refresh" content="0">', ''],
  [' https://pages.example/home ', 'https://pages.example/home'],
] as const) {
  test(`of ${given} is kept: ${kept || 'nothing'}`, () => assert.equal(sanitizeMarkup(given), kept));
}

for (const [key, path] of [
  ['Notice', '/api/notice'],
  ['About', '/api/about'],
  ['HomePageContent', '/api/home_page_content'],
] as const) {
  test(`${key} is sanitised when it is saved, and read by visitors`, async () => {
    assert.deepEqual(await testing.visitor().get(path), { success: true, message: '', data: '' });
    const value = `<h1>${key}</h1><script src="https://evil.example/x.js"></script>`;
    assert.equal((await admin.put('/api/option/', { key, value })).success, true);
    assert.equal((await testing.visitor().get(path)).data, `<h1>${key}</h1>`);
    const { value: stored } = await testing.db
      .selectFrom('options')
      .select('value')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    assert.equal(stored, `<h1>${key}</h1>`);
  });
}

test('an address is kept without the slash at its end', async () => {
  await testing.addUser({ username: 'root', role: 100 });
  const root = await testing.signedIn('root');
  await root.put('/api/option/', { key: 'ServerAddress', value: 'https://Gateway.example:443//' });
  const { data } = await root.get('/api/option/');
  assert.equal(data.find(({ key }: { key: string }) => key === 'ServerAddress').value, 'https://gateway.example');
});
