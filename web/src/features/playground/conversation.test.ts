import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Change,
  type Conversation,
  converse,
  historyOf,
  isRunning,
  nextMessages,
  speedOf,
} from './conversation.ts';

const prompt = (text: string) => ({ text, pictures: [] });
const place = (turn: number, column = 0) => ({ turn, column });
const after = (...changes: Change[]): Conversation => changes.reduce<Conversation>(converse, []);
const answerAt = (turns: Conversation, index: number, column = 0) => {
  const answer = turns[index]?.answers[column];
  assert.ok(answer !== undefined);
  return answer;
};

const asked: Change = { type: 'ask', id: 1, prompt: prompt('Hi'), models: ['a', 'b'], at: 1000 };
const said = (turn: number, column: number, text: string, at = 1500): Change => ({
  type: 'parts',
  place: place(turn, column),
  parts: [{ type: 'text', text }],
  at,
});
const done = (turn: number, column: number): Change => ({
  type: 'ended',
  place: place(turn, column),
  state: 'done',
  at: 3000,
});

test('each model answers on its own', () => {
  const turns = after(asked, said(1, 0, 'One'), said(1, 1, 'Two'), said(1, 0, '!'), done(1, 0));
  assert.deepEqual(
    turns[0]?.answers.map(({ model, text, state }) => [model, text, state]),
    [
      ['a', 'One!', 'done'],
      ['b', 'Two', 'running'],
    ],
  );
  assert.equal(isRunning(turns), true);
  assert.equal(isRunning(after(asked, done(1, 0), done(1, 1))), false);
});

test('times are told from the question, the first by what is said and not by counts', () => {
  const counted: Change = { type: 'parts', place: place(1), parts: [{ type: 'usage', usage: { input: 3 } }], at: 1100 };
  const { firstPartMs, totalMs } = answerAt(
    after(asked, counted, said(1, 0, 'x', 1400), said(1, 0, 'y', 2000), done(1, 0)),
    0,
  );
  assert.deepEqual([firstPartMs, totalMs], [400, 2000]);
});

test('what passed before the request went out does not count', () => {
  const sent: Change = { type: 'sent', place: place(1), at: 1300 };
  assert.equal(answerAt(after(asked, sent, said(1, 0, 'x', 1500)), 0).firstPartMs, 200);
});

test('calls of tools are gathered by their key, also when two are called alike', () => {
  const parts: Change = {
    type: 'parts',
    place: place(1),
    at: 1500,
    parts: [
      { type: 'tool', key: '0', name: 'tide', text: '' },
      { type: 'tool', key: '1', name: 'tide', text: '' },
      { type: 'tool', key: '0', text: '{"a"' },
      { type: 'tool', key: '1', text: '{}' },
      { type: 'tool', key: '0', text: ':1}' },
      { type: 'tool', key: '', name: 'whole', text: '{"x":1}' },
      { type: 'tool', key: '', name: 'whole', text: '{"x":2}' },
    ],
  };
  assert.deepEqual(
    answerAt(after(asked, parts), 0).toolCalls.map(({ text }) => text),
    ['{"a":1}', '{}', '{"x":1}', '{"x":2}'],
  );
});

test('counts that come in two events are one', () => {
  const usage = (usage: object): Change => ({
    type: 'parts',
    place: place(1),
    parts: [{ type: 'usage', usage }],
    at: 1500,
  });
  assert.deepEqual(answerAt(after(asked, usage({ input: 9, output: 1 }), usage({ output: 8 })), 0).usage, {
    input: 9,
    output: 8,
  });
});

test('a failure in the middle stays one when the stream ends, and keeps what was said', () => {
  const failure = { status: 0, code: 'busy', message: 'No.' };
  const broke: Change = { type: 'parts', place: place(1), parts: [{ type: 'error', failure }], at: 1600 };
  const answer = answerAt(after(asked, said(1, 0, 'Half'), broke, done(1, 0)), 0);
  assert.deepEqual([answer.state, answer.text, answer.failure], ['failed', 'Half', failure]);
});

test('the charge finds its answer by the id of the request', () => {
  const answered: Change = { type: 'answered', place: place(1, 1), requestId: 'r', warning: '' };
  const turns = after(asked, answered, { type: 'charged', requestId: 'r', quota: 77 });
  assert.deepEqual([answerAt(turns, 0, 0).charge, answerAt(turns, 0, 1).charge], [undefined, 77]);
});

test('an answer that is asked for again begins anew', () => {
  const again: Change = { type: 'again', place: place(1), model: 'c', at: 5000 };
  const turns = after(asked, said(1, 0, 'Old'), done(1, 0), again);
  const { model, text, state, startedAt } = answerAt(turns, 0);
  assert.deepEqual([model, text, state, startedAt], ['c', '', 'running', 5000]);
});

test('a turn that is written anew takes away what followed', () => {
  const second: Change = { type: 'ask', id: 2, prompt: prompt('More'), models: ['a'], at: 4000 };
  const turns = after(asked, second, { type: 'cut', turn: 2 });
  assert.deepEqual(
    turns.map(({ id }) => id),
    [1],
  );
});

test('a model is sent its own answers, and only turns that were answered', () => {
  const turns = after(
    asked,
    said(1, 0, 'One'),
    said(1, 1, 'Two'),
    { type: 'ask', id: 2, prompt: prompt('Fails'), models: ['a', 'b'], at: 4000 },
    said(2, 1, 'Fine'),
    { type: 'ask', id: 3, prompt: prompt('Now'), models: ['a', 'b'], at: 5000 },
  );
  const texts = (column: number) => historyOf(turns, place(3, column)).map(({ role, text }) => `${role}: ${text}`);
  assert.deepEqual(texts(0), ['user: Hi', 'assistant: One', 'user: Now']);
  assert.deepEqual(texts(1), ['user: Hi', 'assistant: Two', 'user: Fails', 'assistant: Fine', 'user: Now']);
  assert.deepEqual(historyOf(turns, place(1)).length, 1, 'nothing that came later');
});

test('a model that joins later hears what the first one answered', () => {
  const alone: Change = { type: 'ask', id: 1, prompt: prompt('Hi'), models: ['a'], at: 1000 };
  const both: Change = { type: 'ask', id: 2, prompt: prompt('And?'), models: ['a', 'b'], at: 2000 };
  const turns = after(alone, said(1, 0, 'One'), both);
  assert.deepEqual(
    historyOf(turns, place(2, 1)).map(({ text }) => text),
    ['Hi', 'One', 'And?'],
  );
});

test('speed counts from the first words, and is not told of answers that come at once', () => {
  const answer = answerAt(after(asked), 0);
  assert.equal(speedOf({ ...answer, usage: { output: 100 }, firstPartMs: 500, totalMs: 2500 }), 50);
  assert.equal(speedOf({ ...answer, usage: { output: 100 }, firstPartMs: 500, totalMs: 510 }), undefined);
  assert.equal(speedOf({ ...answer, firstPartMs: 500, totalMs: 2500 }), undefined);
});

test('the next request is the draft after what was said, else the last prompt again', () => {
  const turns = after(asked, said(1, 0, 'One'), done(1, 0));
  const texts = (list: Conversation, text: string) => nextMessages(list, prompt(text)).map((message) => message.text);
  assert.deepEqual(texts(turns, ' More '), ['Hi', 'One', 'More']);
  assert.deepEqual(texts(turns, ' '), ['Hi']);
  assert.deepEqual(texts([], ''), ['Hello!']);
});
