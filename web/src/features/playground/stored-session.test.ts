import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Conversation, converse } from './conversation.ts';
import { readSession, writeSession } from './stored-session.ts';

function storeOf(limit = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > limit) throw new Error('full');
      texts.set(key, text);
    },
  };
}

const picture = { name: 'a.png', type: 'image/png', data: 'A'.repeat(5000) };
const turns = converse([], {
  type: 'ask',
  id: 1,
  prompt: { text: 'Hi', pictures: [picture] },
  models: ['a'],
  at: 1000,
});
const settings = { system: 'Be brief.', temperature: 0.5, topP: undefined, maxTokens: undefined };

test('a session is read back, and what ran has stopped', () => {
  const store = storeOf();
  writeSession(store, 7, { turns, settings });
  const read = readSession(store, 7);
  assert.deepEqual(read.settings, settings);
  assert.deepEqual([read.turns[0]?.text, read.turns[0]?.pictures], ['Hi', [picture]]);
  assert.deepEqual([read.turns[0]?.answers[0]?.state, read.turns[0]?.answers[0]?.charge], ['stopped', null]);
});

test('each person has a session of their own', () => {
  const store = storeOf();
  writeSession(store, 7, { turns, settings });
  assert.deepEqual(readSession(store, 8).turns, []);
});

test('large pictures are given up before the words', () => {
  const store = storeOf(2000);
  writeSession(store, 7, { turns, settings });
  assert.deepEqual([readSession(store, 7).turns[0]?.text, readSession(store, 7).turns[0]?.pictures], ['Hi', []]);
});

test('of a long conversation the newest turns are kept, not what was stored before it grew', () => {
  const store = storeOf(2000);
  const many = Array.from({ length: 40 }, (_, index) => index + 1).reduce<Conversation>(
    (last, id) =>
      converse(last, { type: 'ask', id, prompt: { text: `Q${id}`, pictures: [] }, models: ['a'], at: 1000 }),
    [],
  );
  writeSession(store, 7, { turns: many.slice(0, 2), settings });
  writeSession(store, 7, { turns: many, settings });
  const kept = readSession(store, 7).turns.map(({ id }) => id);
  assert.ok(kept.length >= 3, `${kept}`);
  assert.deepEqual(
    kept,
    many.slice(-kept.length).map(({ id }) => id),
  );
});

test('a store that is full or broken does no harm', () => {
  const store = storeOf(0);
  writeSession(store, 7, { turns, settings });
  assert.deepEqual(readSession(store, 7).turns, []);
  store.texts.set('play-session:7', '{"turns":5}');
  assert.deepEqual(readSession(store, 7).turns, []);
});
