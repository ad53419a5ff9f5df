import { parseJsonObject } from '../../lib/json-text.ts';

/** One entry of a mapping while it is edited: either side may still be blank. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Entries of a JSON object of texts or figures; undefined when the text is something else. */
export function pairsFromText(text: string): Pair[] | undefined {
  const entries = Object.entries(parseJsonObject(text) ?? { wrong: null });
  const isFlat = entries.every(([, value]) => typeof value === 'string' || typeof value === 'number');
  return isFlat ? entries.map(([from, to]) => ({ from, to: String(to) })) : undefined;
}

/** The JSON of entries that have both sides; blank for none. Of two with one name the last counts. */
export function textFromPairs(pairs: readonly Pair[]): string {
  const whole = pairs
    .map(({ from, to }) => [from.trim(), to.trim()] as const)
    .filter(([from, to]) => from !== '' && to !== '');
  return whole.length === 0 ? '' : JSON.stringify(Object.fromEntries(whole), null, 2);
}

/** A mapping is checked against this before it is sent. */
export function isStatusCode(text: string): boolean {
  return /^[1-5]\d\d$/.test(text);
}
