import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBody } from '../../ingress/json-body.ts';
import { BodyEdit } from '../../providers/patch.ts';
import type { Json } from '../canonical.ts';
import { editRequest } from './edit-request.ts';
import { marks } from './marks.ts';

function edited(body: Json): Json {
  const edit = new BodyEdit(JsonBody.of(body));
  editRequest(edit);
  return JSON.parse(edit.write().toString());
}

test('Google keeps nothing unless the client wants it to, and the address alone names the model', () => {
  assert.deepEqual(edited({ model: 'models/x', contents: [] }), { contents: [], store: false });
  assert.deepEqual(edited({ contents: [], store: true }), { contents: [], store: true });
});

test('the last event is told by its reason, in no text of the model', () => {
  const event = (candidate: object) => `data: ${JSON.stringify({ candidates: [candidate] })}\n\n`;
  assert.ok(marks.isEnd(event({ finishReason: 'STOP' })));
  assert.ok(!marks.isEnd(event({ finishReason: 'FINISH_REASON_UNSPECIFIED' })));
  assert.ok(!marks.isEnd(event({ content: { parts: [{ text: '"finishReason": "STOP"' }] } })));
  assert.ok(marks.complete.some((mark) => JSON.stringify({ promptFeedback: { blockReason: 'OTHER' } }).includes(mark)));
});
