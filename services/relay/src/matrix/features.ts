import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { answerTo, type Conversation, usageOf } from '@switchyard/testing/hosts';
import { instructions, type Question, type Told, tool, toolAnswer } from './question.ts';
import type { Setup } from './setup.ts';

export const features = ['text', 'tools', 'image', 'reasoning', 'reasoning with tools', 'structured'] as const;
export type Feature = (typeof features)[number];

/** A picture of one dot. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const questionText = 'When is low tide in Brest?';

/** What is asked for a feature. */
export function questionOf(feature: Feature, model: string, stream: boolean): Question {
  const question = { model, stream, text: questionText };
  switch (feature) {
    case 'text':
      return question;
    case 'tools':
      return { ...question, tool: true };
    case 'image':
      return { ...question, image: { mediaType: 'image/png', base64: picture.toString('base64') } };
    case 'reasoning':
      return { ...question, reasoning: true };
    case 'reasoning with tools':
      return { ...question, reasoning: true, tool: true };
    case 'structured':
      return { ...question, structured: true };
  }
}

type Peculiarities = Pick<Setup, 'hidesReasoning' | 'tellsUsage' | 'readsSystem' | 'appendix'>;

/** Asserts that the host heard what the client asked, turn by turn, and that the client got what the host answered. */
export function examine(
  feature: Feature,
  told: Told,
  turns: readonly Conversation[],
  { hidesReasoning, tellsUsage = true, readsSystem = true, appendix = '' }: Peculiarities,
): void {
  const [first, last = first] = turns;
  assert.ok(first && last, 'the host was not asked');
  assert.equal(turns.length, feature.includes('tools') ? 2 : 1, 'the host was asked more than once for a turn');
  assert.ok(first.text.includes(questionText), 'the question did not arrive');
  // Some hosts have them among the turns.
  const instructed = `${first.system}\n${first.transcript}`.includes(instructions);
  assert.ok(!readsSystem || instructed, 'the instructions did not arrive');
  const answer = answerTo(last);
  assert.equal(told.text, answer.text + appendix);
  if (tellsUsage) {
    const { promptTokens, completionTokens } = usageOf(last);
    assert.deepEqual([told.promptTokens, told.completionTokens], [promptTokens, completionTokens]);
  }
  switch (feature) {
    case 'text':
      return;
    case 'reasoning with tools':
      assert.ok(first.reasoning, 'nobody asked to reason');
      // The plan of the calls may follow.
      if (hidesReasoning === undefined) assert.ok(told.reasoning.startsWith(answerTo(first).reasoning));
      examineCalls(told, first, last);
      return;
    case 'tools':
      examineCalls(told, first, last);
      return;
    case 'image': {
      const sha256 = createHash('sha256').update(picture).digest('hex');
      assert.deepEqual(first.images, [{ mediaType: 'image/png', byteLength: picture.length, sha256 }]);
      return;
    }
    case 'reasoning':
      assert.ok(first.reasoning, 'nobody asked to reason');
      if (hidesReasoning === undefined) assert.equal(told.reasoning, answer.reasoning);
      return;
    case 'structured': {
      const value = JSON.parse(told.text) as Record<string, unknown>;
      assert.equal(typeof value.port, 'string');
      assert.equal(typeof value.metres, 'number');
    }
  }
}

/** The call that the host made came to the client, and its result to the host. */
function examineCalls(told: Told, first: Conversation, last: Conversation): void {
  const [call] = answerTo(first).calls;
  assert.deepEqual(told.calls, [{ name: tool.name, arguments: JSON.parse(call?.arguments ?? '') }]);
  assert.deepEqual(
    last.results.map(({ text }) => text),
    [toolAnswer],
  );
}

/** What clients call a feature in their requests. */
const fields: Readonly<Record<Feature, RegExp>> = {
  text: /messages|input|contents/,
  tools: /tool/i,
  image: /image|picture|inlineData|text only|only text/i,
  reasoning: /reason|think/i,
  'reasoning with tools': /reason|think|tool/i,
  structured: /format|schema|json/i,
};

/** Asserts that the client was told, by a refusal or a warning, that the upstream does not have the feature. */
export function examineRefusal(feature: Feature, status: number, said: string): void {
  assert.ok(status === 400 || status === 200, `status ${status}: ${said}`);
  assert.match(said, fields[feature], 'the feature was lost in silence');
}
