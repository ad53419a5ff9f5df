import { parseDecimal, toPlain } from '../../../lib/decimal.ts';
import { isNumberMap, parseJsonObject } from '../../../lib/json-text.ts';
import { latinDigits } from '../../../lib/latin-digits.ts';

/** The four options that are about the prices of models, as JSON texts. */
export const priceKeys = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'] as const;
type PriceKey = (typeof priceKeys)[number];
export type PriceTexts = Readonly<Record<PriceKey, string>>;

/** Figures by model, as decimal texts. */
type Figures = ReadonlyMap<string, string>;
export type PriceMaps = Readonly<Record<PriceKey, Figures>>;

/** What a model costs. Undefined figures are not in their map. */
export interface PriceRow {
  readonly name: string;
  /** US dollars for a call; beats the ratios. */
  readonly price: string | undefined;
  readonly ratio: string | undefined;
  readonly completionRatio: string | undefined;
  readonly cacheRatio: string | undefined;
}

/** Undefined when one of the texts is no JSON object of numbers. */
export function readPrices(texts: PriceTexts): PriceMaps | undefined {
  const maps = priceKeys.map((key) => figuresOf(texts[key]));
  const [ModelPrice, ModelRatio, CompletionRatio, CacheRatio] = maps;
  if (!ModelPrice || !ModelRatio || !CompletionRatio || !CacheRatio) return undefined;
  return { ModelPrice, ModelRatio, CompletionRatio, CacheRatio };
}

/** One row for each model that any map names or that is listed, by name. */
export function priceRows(maps: PriceMaps, listed: readonly string[] = []): PriceRow[] {
  const names = new Set([...listed, ...priceKeys.flatMap((key) => [...maps[key].keys()])]);
  return [...names].sort(byName).map((name) => ({
    name,
    price: maps.ModelPrice.get(name),
    ratio: maps.ModelRatio.get(name),
    completionRatio: maps.CompletionRatio.get(name),
    cacheRatio: maps.CacheRatio.get(name),
  }));
}

/** With a price per call only that is written, and the ratios stay as they were; without one the ratios are. */
export function withRow(maps: PriceMaps, row: PriceRow): PriceMaps {
  const ModelPrice = set(maps.ModelPrice, row.name, row.price);
  if (row.price !== undefined) return { ...maps, ModelPrice };
  return {
    ModelPrice,
    ModelRatio: set(maps.ModelRatio, row.name, row.ratio),
    CompletionRatio: set(maps.CompletionRatio, row.name, row.completionRatio),
    CacheRatio: set(maps.CacheRatio, row.name, row.cacheRatio),
  };
}

export function withoutRow(maps: PriceMaps, name: string): PriceMaps {
  const without = (figures: Figures) => set(figures, name, undefined);
  return {
    ModelPrice: without(maps.ModelPrice),
    ModelRatio: without(maps.ModelRatio),
    CompletionRatio: without(maps.CompletionRatio),
    CacheRatio: without(maps.CacheRatio),
  };
}

/** JSON with the digits of the figures, which floats would not keep. */
export function writeFigures(figures: Figures): string {
  const lines = [...figures].map(([name, figure]) => `  ${JSON.stringify(name)}: ${figure}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

/** A plain decimal, zero or more; undefined for anything else. */
export function figureOf(text: string): string | undefined {
  const decimal = parseDecimal(text);
  return decimal === undefined || decimal.units < 0n ? undefined : toPlain(decimal);
}

/** The figure of what somebody typed, on whatever keyboard. */
export function typedFigure(text: string): string | undefined {
  return figureOf(latinDigits(text));
}

/** Whether something was typed that is no figure. */
export function isWrongFigure(text: string): boolean {
  return text.trim() !== '' && typedFigure(text) === undefined;
}

function figuresOf(text: string): Figures | undefined {
  const value = parseJsonObject(text);
  if (value === undefined || !isNumberMap(value)) return undefined;
  return new Map(Object.entries(value).map(([name, figure]) => [name, figureOf(String(figure)) ?? '0']));
}

function set(figures: Figures, name: string, figure: string | undefined): Figures {
  const next = new Map(figures);
  if (figure === undefined) next.delete(name);
  else next.set(name, figure);
  return next;
}

function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
