import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ThinkTags } from './think-tags.ts';

function split(pieces: readonly string[]): { text: string; reasoning: string } {
  const got = { text: '', reasoning: '' };
  const tags = new ThinkTags({
    text: (text) => {
      got.text += text;
    },
    reasoning: (text) => {
      got.reasoning += text;
    },
  });
  for (const piece of pieces) tags.push(piece);
  tags.end();
  return got;
}

for (const [whole, reasoning, text] of [
  ['<think>Moon < half</think>\n\nNeap tide', 'Moon < half', 'Neap tide'],
  ['\n<think></think>Neap', '', 'Neap'],
  ['No tags <think>here</think>', '', 'No tags <think>here</think>'],
  ['<think>never closed</thi', 'never closed</thi', ''],
  ['<thin', '', '<thin'],
  ['', '', ''],
] as const) {
  test(`reasoning and text of ${JSON.stringify(whole)} are told apart wherever it is cut`, () => {
    for (let cut = 0; cut <= whole.length; cut++) {
      assert.deepEqual(split([whole.slice(0, cut), whole.slice(cut)]), { text, reasoning }, `cut at ${cut}`);
    }
    assert.deepEqual(split([...whole]), { text, reasoning });
  });
}
