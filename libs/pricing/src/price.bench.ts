import { ceiling, price } from './price.ts';
import { receipt } from './receipt.ts';
import { PriceTable } from './table.ts';

/** Nanoseconds per call of the functions on the relay's hot path. */
const ROUNDS = 2_000_000;
const table = new PriceTable(
  [],
  new Map([
    ['default', '1'],
    ['vip', '0.85'],
  ]),
);
const at = Date.now();

function measure(name: string, run: (round: number) => number): void {
  let sink = 0;
  for (let round = 0; round < ROUNDS / 4; round++) sink += run(round);
  const start = process.hrtime.bigint();
  for (let round = 0; round < ROUNDS; round++) sink += run(round);
  const nanoseconds = Number(process.hrtime.bigint() - start) / ROUNDS;
  process.stdout.write(`${name.padEnd(28)} ${nanoseconds.toFixed(0).padStart(5)} ns ${sink < 0 ? '!' : ''}\n`);
}

const tokens = (round: number) => ({
  prompt: 1200 + (round & 1023),
  completion: 300 + (round & 255),
  cacheRead: 512,
  cacheWrite: 0,
});
for (const [model, group] of [
  ['gpt-5.4', 'default'],
  ['claude-sonnet-4-5', 'vip'],
  ['deepseek-chat', 'vip'],
  ['mj_imagine', 'default'],
] as const) {
  const compiled = table.price(model, group);
  if (compiled === undefined) throw new Error(`${model} has no price`);
  measure(`price ${model}`, (round) => price(compiled, tokens(round), at));
  measure(`ceiling ${model}`, (round) =>
    ceiling(compiled, { promptTokens: 1200 + (round & 1023), completionTokens: 4096 }),
  );
}
measure('table.price', (round) => (table.price(round & 1 ? 'gpt-5.4' : 'gpt-5', 'default') === undefined ? -1 : 1));
const compiled = table.price('gpt-5.4', 'default');
if (compiled !== undefined) measure('receipt', (round) => receipt(compiled, tokens(round), at).groupRatio.length);
