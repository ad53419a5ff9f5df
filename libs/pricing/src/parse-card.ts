import { Value } from 'typebox/value';
import { PriceCard } from './card.ts';
import { contradiction } from './contradiction.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';
import { misshape } from './misshape.ts';

/** Reads a card, decimals in their shortest form. The error names the model and the field. */
export function parseCard(model: string, value: unknown): { card: PriceCard } | { error: string } {
  const [problem] = Value.Errors(PriceCard, value).filter(({ message }) => message !== 'schema is false');
  const card = value as PriceCard;
  const reason = problem
    ? misshape(problem.instancePath.slice(1).replaceAll('/', '.') || 'card', problem)
    : contradiction(card);
  return reason === undefined ? { card: inShortestForm(card) } : { error: `Price of ${model}: ${reason}` };
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
