import type { Usage } from './client.ts';

/**
 * Prices of the models, once as the gateway is given them and once in quota (500,000 to the dollar), computed here
 * apart from the product. The name of a model tells the fake upstream how to answer.
 */
const perToken = { card: { input: '2', output: '8' }, prompt: 1, completion: 4, call: 0 };
const perCall = { card: { perCall: '0.01' }, prompt: 0, completion: 0, call: 5_000 };

export const models = {
  /** Some ten tokens at once. */
  short: 'short~tokens=12~latencyMs=20',
  /** 3 seconds. */
  stream: 'stream~tokens=60~intervalMs=50',
  /** 10 seconds. */
  longStream: 'stream~tokens=200~intervalMs=50',
  /** A fixed price, so that the hold equals the charge. */
  call: 'call~tokens=5~latencyMs=300',
  embedding: 'embedding~latencyMs=20',
} as const;

const tariffs = new Map([
  [models.short, perToken],
  [models.stream, perToken],
  [models.longStream, perToken],
  [models.call, perCall],
  [models.embedding, perToken],
] as [string, typeof perToken][]);

export const cards: Record<string, Record<string, string>> = Object.fromEntries(
  [...tariffs].map(([model, { card }]) => [model, card]),
);

/** Of so many calls that used that together. */
export function priceOf(model: string, usage: Usage, calls = 1): number {
  const tariff = tariffs.get(model);
  if (!tariff) throw new Error(`No price for ${model}`);
  return tariff.call * calls + tariff.prompt * usage.prompt + tariff.completion * usage.completion;
}
