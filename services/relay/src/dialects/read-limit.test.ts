import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBody } from '../ingress/json-body.ts';
import { BodyEdit, override } from '../providers/patch.ts';
import type { Target } from '../providers/provider.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import { gemini } from './gemini/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openaiResponses } from './openai-responses/index.ts';

const cases = [
  [openaiChat, { max_tokens: 5 }, 5],
  [openaiChat, { max_tokens: 5, max_completion_tokens: 7 }, 7],
  [openaiChat, { max_tokens: null }, undefined],
  [openaiResponses, { max_output_tokens: 5 }, 5],
  [anthropicMessages, { max_tokens: 5 }, 5],
  [gemini, { generationConfig: { maxOutputTokens: 5 } }, 5],
  [gemini, { generation_config: { max_output_tokens: 5 } }, 5],
  [gemini, { generationConfig: null }, undefined],
] as const;

for (const [dialect, body, limit] of cases) {
  test(`the limit of ${dialect.name} is read of ${JSON.stringify(body)}, also as an operator has it replaced`, () => {
    assert.equal(dialect.readLimit?.(new BodyEdit(JsonBody.of(body))), limit);
    const edit = new BodyEdit(JsonBody.of({ model: 'm' }));
    override(body)(edit, {} as Target);
    assert.equal(dialect.readLimit?.(edit), limit);
    assert.equal(dialect.readLimit?.(new BodyEdit(JsonBody.of({ model: 'm' }))), undefined);
  });
}
