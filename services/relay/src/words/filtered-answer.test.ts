import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anthropicMessages } from '../dialects/anthropic-messages/index.ts';
import type { ChatResult } from '../dialects/canonical.ts';
import type { Answer, ClientDialect, UpstreamDialect } from '../dialects/dialect.ts';
import { gemini } from '../dialects/gemini/index.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { openaiResponses } from '../dialects/openai-responses/index.ts';
import { BodyTap } from '../metering/body-tap.ts';
import { buildAutomaton } from './automaton.ts';
import { FilteredAnswer } from './filtered-answer.ts';

const dialects: readonly (ClientDialect & UpstreamDialect)[] = [openaiChat, openaiResponses, anthropicMessages, gemini];

const answer: Answer = {
  requestId: 'r',
  createdAt: 1_800_000_000,
  model: 'm',
  promptTokens: 5,
  wantsUsage: false,
  request: {},
};
const result: ChatResult = {
  id: 'id',
  model: 'm',
  parts: [
    { type: 'reasoning', text: 'a MUD idea' },
    { type: 'text', text: 'It is mud.' },
    { type: 'tool-call', id: 'call_1', name: 'look', arguments: '{"place":"a mud one"}' },
  ],
  finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
  usage: { prompt: 5, completion: 7, cacheRead: 0, cacheWrite: 0 },
};

function filtered(dialect: ClientDialect & UpstreamDialect, bytes: Buffer, words: readonly string[], stops: boolean) {
  const rule = { words: buildAutomaton(words), stops, mostHeld: 0 };
  const tap = new FilteredAnswer(new BodyTap(dialect, undefined), rule, dialect);
  tap.push(bytes);
  assert.equal(tap.problem(), undefined);
  return tap.bytes();
}

for (const dialect of dialects) {
  describe(dialect.name, () => {
    const bytes = Buffer.from(JSON.stringify(dialect.writeResponse(result, answer)));

    test('an answer without words passes byte for byte', () => {
      const spaced = Buffer.from(JSON.stringify(dialect.writeResponse(result, answer), null, 1));
      assert.deepEqual(filtered(dialect, spaced, ['worse'], false), spaced);
    });

    test('words are masked in what is said, thought and called with', () => {
      const masked = filtered(dialect, bytes, ['mud'], false);
      assert.deepEqual(masked.toString(), bytes.toString().replaceAll(/mud/gi, '***'));
    });

    test('an answer ends before the first word, as filtered', () => {
      const cut = dialect.readResponse(JSON.parse(filtered(dialect, bytes, ['idea', 'mud.'], true).toString()));
      const texts = cut.parts.map((part) => ('text' in part ? part.text : ''));
      assert.equal(texts.join(''), 'a MUD ');
      assert.equal(cut.finishReason.unified, 'content-filter');
    });
  });
}

test('embeddings, and whatever else is no text, pass as they came', () => {
  const bytes = Buffer.from('{"object": "list","data":[{"embedding":[0.5],"index":0}],"usage":{"prompt_tokens":1}}');
  assert.deepEqual(filtered(openaiChat, bytes, ['list'], true), bytes);
});

test('transcripts are looked through', () => {
  const bytes = Buffer.from('{"text":"so mud","segments":[{"id":0,"text":"so mud"}],"usage":{"prompt_tokens":1}}');
  assert.equal(filtered(openaiChat, bytes, ['mud'], false).toString(), bytes.toString().replaceAll('mud', '***'));
});
