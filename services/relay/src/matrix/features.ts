import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Question, type Told, tool, toolAnswer } from './question.ts';
import type { Setup } from './setup.ts';

export const features = ['text', 'tools', 'image', 'reasoning', 'structured'] as const;
export type Feature = (typeof features)[number];

/** A picture of one dot. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What is asked for a feature. */
export function questionOf(feature: Feature, model: string, stream: boolean): Question {
  const question = { model, stream, text: 'When is low tide in Brest?' };
  switch (feature) {
    case 'text':
      return question;
    case 'tools':
      return { ...question, tool: true };
    case 'image':
      return { ...question, image: { mediaType: 'image/png', base64: picture.toString('base64') } };
    case 'reasoning':
      return { ...question, reasoning: true };
    case 'structured':
      return { ...question, structured: true };
  }
}

/** What a host leaves out of its answers. */
type Omissions = Pick<Setup, 'hidesReasoning' | 'tellsUsage'>;

/** Asserts that the feature was carried through: what the host saw comes back in its answer, unless it hides that. */
export function examine(feature: Feature, told: Told, { hidesReasoning, tellsUsage = true }: Omissions): void {
  assert.ok(told.text.length > 0, 'the answer has no text');
  assert.ok(!tellsUsage || (told.promptTokens > 0 && told.completionTokens > 0), 'usage is missing');
  switch (feature) {
    case 'text':
      return;
    case 'tools': {
      const [call] = told.calls;
      assert.equal(call?.name, tool.name);
      const { city, unit } = call.arguments as Record<string, unknown>;
      assert.ok(typeof city === 'string' && typeof unit === 'string', 'the arguments were not carried whole');
      assert.ok(told.text.includes(toolAnswer), `the tool's answer did not arrive: ${told.text}`);
      return;
    }
    case 'image': {
      const digest = createHash('sha256').update(picture).digest('hex').slice(0, 12);
      assert.ok(told.text.includes(digest), `the picture did not arrive whole: ${told.text}`);
      return;
    }
    case 'reasoning':
      assert.ok(hidesReasoning !== undefined || told.reasoning.length > 0, 'the reasoning did not arrive');
      return;
    case 'structured': {
      const value = JSON.parse(told.text) as Record<string, unknown>;
      assert.equal(typeof value.port, 'string');
      assert.equal(typeof value.metres, 'number');
    }
  }
}

/** What clients call a feature in their requests. */
const fields: Readonly<Record<Feature, RegExp>> = {
  text: /messages|input|contents/,
  tools: /tool/i,
  image: /image|picture|inlineData|text only|only text/i,
  reasoning: /reason|think/i,
  structured: /format|schema|json/i,
};

/** Asserts that the client was told, by a refusal or a warning, that the upstream does not have the feature. */
export function examineRefusal(feature: Feature, status: number, said: string): void {
  assert.ok(status === 400 || status === 200, `status ${status}: ${said}`);
  assert.match(said, fields[feature], 'the feature was lost in silence');
}
