import { type PriceCard, parseCard } from '@switchyard/pricing';
import { Type } from 'typebox';

/**
 * A public price map: models with USD for one token, call or second, as JSON numbers (BerriAI/litellm,
 * model_prices_and_context_window.json).
 */
export const PriceMap = Type.Record(Type.String({ maxLength: 256 }), Type.Record(Type.String(), Type.Unknown()));

export interface ReadModel {
  readonly model: string;
  readonly card: PriceCard;
  /** Fields that look like prices and are not understood: whoever applies the card should know. */
  readonly unknown: readonly string[];
}

const perToken: Readonly<Record<string, keyof PriceCard>> = {
  input_cost_per_token: 'input',
  output_cost_per_token: 'output',
  cache_read_input_token_cost: 'cacheRead',
  cache_creation_input_token_cost: 'cacheWrite',
  cache_creation_input_token_cost_above_1hr: 'cacheWrite1h',
  input_cost_per_audio_token: 'audioInput',
  output_cost_per_audio_token: 'audioOutput',
  input_cost_per_image_token: 'imageInput',
  output_cost_per_image_token: 'imageOutput',
};

/** Of models without token prices; the first one that an entry has is charged. */
const fixed: Readonly<Record<string, { readonly name: keyof PriceCard; readonly scale: number }>> = {
  output_cost_per_image: { name: 'perCall', scale: 1 },
  input_cost_per_image: { name: 'perCall', scale: 1 },
  input_cost_per_query: { name: 'perCall', scale: 1 },
  output_cost_per_second: { name: 'perSecond', scale: 1 },
  input_cost_per_second: { name: 'perSecond', scale: 1 },
  input_cost_per_character: { name: 'perMillionCharacters', scale: 1_000_000 },
};

/** Prices of long prompts carry their border in the name. */
const longContext = /^(.+)_above_(\d{1,4})k_tokens$/;
const looksLikePrice = /cost|price/;
/** An example entry of the map. */
const sample = 'sample_spec';

/** The models of the map that have a price that a card can hold. */
export function readPriceMap(map: Readonly<Record<string, Readonly<Record<string, unknown>>>>): ReadModel[] {
  return Object.entries(map).flatMap(([model, entry]) => {
    if (model === sample || model === '' || model !== model.trim()) return [];
    const read = readEntry(model, entry);
    return read ? [read] : [];
  });
}

function readEntry(model: string, entry: Readonly<Record<string, unknown>>): ReadModel | undefined {
  const costs = Object.entries(entry).filter(
    (cost): cost is [string, number] => typeof cost[1] === 'number' && looksLikePrice.test(cost[0]),
  );
  const { prices, read } = costs.some(([name, value]) => name in perToken && value > 0)
    ? tokenPrices(costs)
    : fixedPrice(costs);
  const parsed = parseCard(model, prices);
  if ('error' in parsed) return undefined;
  return {
    model,
    card: parsed.card,
    unknown: costs.flatMap(([name, cost]) => (cost > 0 && !read.has(name) ? [name] : [])),
  };
}

interface Prices {
  readonly prices: object;
  readonly read: ReadonlySet<string>;
}

function tokenPrices(costs: readonly [string, number][]): Prices {
  const read = new Set<string>();
  const prices: Record<string, string> = { output: '0' };
  const long: Record<string, string> = {};
  const border = Math.min(...costs.map(([name]) => Number(longContext.exec(name)?.[2] ?? Number.POSITIVE_INFINITY)));
  for (const [name, value] of costs) {
    const [, base = name, thousands] = longContext.exec(name) ?? [];
    const price = perToken[base];
    const usd = decimalOf(value * 1_000_000);
    if (!price || usd === undefined || (thousands !== undefined && Number(thousands) !== border)) continue;
    (thousands === undefined ? prices : long)[price] = usd;
    read.add(name);
  }
  // A tier inherits nothing, and the map names there only what is dearer.
  const tier = { aboveInputTokens: border * 1000, ...prices, ...long };
  return { prices: Object.keys(long).length > 0 ? { ...prices, longContext: tier } : prices, read };
}

function fixedPrice(costs: readonly [string, number][]): Prices {
  for (const [field, { name, scale }] of Object.entries(fixed)) {
    const cost = costs.find(([costName, value]) => costName === field && value > 0);
    const usd = cost && decimalOf(cost[1] * scale);
    if (usd !== undefined) return { prices: { [name]: usd }, read: new Set([field]) };
  }
  return { prices: {}, read: new Set() };
}

/** The decimal that a float stands for, to 12 significant digits and 12 decimals. */
function decimalOf(value: number): string | undefined {
  if (!(value >= 0 && value <= 1e6)) return undefined;
  return Number(value.toPrecision(12))
    .toFixed(12)
    .replace(/\.?0+$/, '');
}
