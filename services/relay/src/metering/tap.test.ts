import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { ndjson } from '../egress/framing/ndjson.ts';
import { BodyTap } from './body-tap.ts';
import { PassTap } from './pass-tap.ts';
import { ReframedTap } from './reframed-tap.ts';
import { SseTap } from './sse-tap.ts';
import type { AnyTap } from './tap.ts';

const chunk = (content: string) => JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content } }] });
const whole = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Ebbe — 潮' } }] });

const taps: Record<string, { open(): AnyTap; sent: string; text: string }> = {
  'a body': { open: () => new BodyTap(openaiChat, undefined), sent: whole, text: 'Ebbe — 潮' },
  'a text that passes': { open: () => new PassTap('text/plain'), sent: 'Ebbe — 潮', text: 'Ebbe — 潮' },
  'a stream': {
    open: () => new SseTap(openaiChat, openaiChat, true, String, () => 65_536),
    sent: `data: ${chunk('Ebbe')}\n\ndata: ${chunk(' — 潮')}\n\n`,
    text: 'Ebbe — 潮',
  },
  'a stream of lines': {
    open: () => new ReframedTap(ndjson.decoder(), openaiChat, openaiChat, true, String, () => 65_536),
    sent: `${chunk('Ebbe')}\n${chunk(' — 潮')}\n`,
    text: 'Ebbe — 潮',
  },
};

for (const [name, { open, sent, text }] of Object.entries(taps)) {
  test(`${name} is read and passed on whole although the memory of each piece is read into again`, () => {
    const bytes = Buffer.from(sent);
    const memory = Buffer.alloc(bytes.length);
    const pushed = (tap: AnyTap, piece: Buffer) => {
      const used = memory.subarray(0, piece.copy(memory));
      const passed = tap.push(used) ?? '';
      memory.fill(0);
      return passed;
    };
    for (let cut = 0; cut <= bytes.length; cut++) {
      const tap = open();
      const passed = [bytes.subarray(0, cut), bytes.subarray(cut)].map((piece) => pushed(tap, piece));
      assert.equal(tap.text(), text, `cut at ${cut}`);
      if (tap.kind === 'raw') assert.equal(Buffer.concat(passed as Buffer[]).toString(), sent);
      if (tap.kind === 'whole') assert.equal(tap.bytes().toString(), sent);
    }
  });
}
