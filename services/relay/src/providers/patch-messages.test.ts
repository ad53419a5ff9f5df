import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError } from '../errors.ts';
import { headroom, JsonBody } from '../ingress/json-body.ts';
import { BodyEdit } from './patch.ts';
import { developerToSystem, plainContent } from './patch-messages.ts';

const target = { model: 'm', stream: false, credentials: { key: '', organization: '', other: '' } };

/** The text of messages as it goes out. Written with blanks, so that one that was written anew shows. */
function patched(messages: unknown): string | undefined {
  const text = `${' '.repeat(headroom)}{ "model": "m", "messages": ${spaced(messages)} }`;
  const edit = new BodyEdit(new JsonBody(Buffer.from(text), headroom, Buffer.byteLength(text)));
  developerToSystem(edit, target);
  return edit.text('messages');
}

function spaced(messages: unknown): string {
  return JSON.stringify(messages, null, 2);
}

test('developers become systems, and nothing else changes', () => {
  const said = { role: 'user', content: 'a developer', name: 'developer' };
  const text = patched([{ role: 'developer', content: 'Be brief.' }, said]);
  assert.deepEqual(JSON.parse(text ?? ''), [{ role: 'system', content: 'Be brief.' }, said]);
});

test('messages without the role are not touched', () => {
  const messages = [{ role: 'user', content: 'the "developer" in quotes is escaped' }];
  assert.equal(patched(messages), spaced(messages));
});

test('messages of another shape are left to the upstream', () => {
  for (const messages of ['"developer"', [1, '"developer"'], { role: 'developer' }]) {
    assert.equal(patched(messages), spaced(messages));
  }
});

test('texts in parts become one, and a picture among them is refused', () => {
  const contentOf = (content: unknown) => {
    const edit = new BodyEdit(JsonBody.of({ model: 'm', messages: [{ role: 'user', content }] }));
    plainContent(edit, target);
    return JSON.parse(edit.text('messages') ?? '')[0].content;
  };
  const text = (said: string) => ({ type: 'text', text: said });
  assert.equal(contentOf([text('High'), text('water')]), 'High\nwater');
  assert.equal(contentOf('as it is'), 'as it is');
  const picture = { type: 'image_url', image_url: { url: 'https://e.example/1.png' } };
  assert.throws(() => contentOf([text('What is this?'), picture]), GatewayError);
});
