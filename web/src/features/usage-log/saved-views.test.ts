import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_VIEWS, readViews, withView } from './saved-views.ts';

test('reads back what was stored', () => {
  const views = [
    { name: 'Dear', search: 'cost=1' },
    { name: 'Team', search: '' },
  ];
  assert.deepEqual(readViews(JSON.stringify(views)), views);
});

test('what is no view is left out, and what is no list is none', () => {
  assert.deepEqual(readViews('[{"name":"a","search":"x=1"},{"name":" ","search":""},7,null,{"name":"b"}]'), [
    { name: 'a', search: 'x=1' },
  ]);
  for (const text of [null, '', '{', '"text"', '{"name":"a"}']) assert.deepEqual(readViews(text), []);
});

test('a view of the same name is replaced where it stands', () => {
  const views = [
    { name: 'a', search: '1' },
    { name: 'b', search: '2' },
  ];
  assert.deepEqual(withView(views, { name: 'a', search: '3' }), [{ name: 'a', search: '3' }, views[1]]);
});

test('when there are too many the oldest goes', () => {
  let views = readViews(null);
  for (let n = 0; n <= MOST_VIEWS; n++) views = withView(views, { name: `v${n}`, search: '' });
  assert.deepEqual([views.length, views[0]?.name], [MOST_VIEWS, 'v1']);
});
