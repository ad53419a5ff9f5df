import { Value } from 'typebox/value';
import { PriceCard } from './card.ts';
import { contradiction } from './contradiction.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';

const hints: Record<string, string> = {
  pattern: 'must be a decimal text from 0 to 1000000 with at most 12 decimals, such as "2.5"',
  additionalProperties: 'has fields that are no prices',
};

/** Reads a card, decimals in their shortest form. The error names the model and the field. */
export function parseCard(model: string, value: unknown): { card: PriceCard } | { error: string } {
  const [problem] = Value.Errors(PriceCard, value).filter(({ message }) => message !== 'schema is false');
  if (problem !== undefined) {
    const field = problem.instancePath.slice(1).replaceAll('/', '.') || 'the card';
    const hint = /peak(?:Hours|Days)|from$/.test(field) ? undefined : hints[problem.keyword];
    return { error: `Price of ${model}: ${field} ${hint ?? problem.message}` };
  }
  const card = value as PriceCard;
  const error = contradiction(card);
  return error === undefined ? { card: inShortestForm(card) } : { error: `Price of ${model}: ${error}` };
}

/** Fields that are no prices. */
const texts = new Set(['peakDays', 'from']);

/** `2.50` and `2.5` are one price; only one of them is stored, compared and printed. */
function inShortestForm<T extends object>(prices: T): T {
  return Object.fromEntries(
    Object.entries(prices).map(([name, value]) => {
      if (typeof value === 'object' && !Array.isArray(value)) return [name, inShortestForm(value)];
      return [name, typeof value === 'string' && !texts.has(name) ? formatDecimal(parseDecimal(value)) : value];
    }),
  ) as T;
}
