import { hasControlCharacters, type Kind, type Parsed } from './kinds.ts';

const MAX_RATIO = 1e6;
const DECIMALS = 12;
const MAX_TEXT_LENGTH = 1_000_000;

interface MapLimits {
  readonly maxNames: number;
  readonly maxNameLength: number;
  /** A name that cannot be left out. */
  readonly required?: string;
}

/**
 * A JSON object of numbers, as decimal texts by name. JSON's numbers are floats: each is read as the shortest decimal that
 * names the float, rounded to 12 decimals, so that 0.1 is 0.1 and 0.30000000000000004 is 0.3.
 */
export function ratios(limits: MapLimits & { minimum?: number }): Kind<ReadonlyMap<string, string>> {
  const { minimum = 0 } = limits;
  return { kind: 'ratios', parse: (text) => parseMap(text, limits, (value) => readRatio(value, minimum)) };
}

/** A JSON object of one-line texts by name. */
export function texts(limits: MapLimits): Kind<ReadonlyMap<string, string>> {
  return { kind: 'texts', parse: (text) => parseMap(text, limits, readLine) };
}

function parseMap(
  text: string,
  { maxNames, maxNameLength, required }: MapLimits,
  read: (value: unknown) => Parsed<string>,
): Parsed<ReadonlyMap<string, string>> {
  if (text.length > MAX_TEXT_LENGTH) return { error: `must be shorter than ${MAX_TEXT_LENGTH} characters` };
  const json = parseJson(text);
  if (json === undefined) return { error: 'is not a valid JSON string' };
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    return { error: 'must be a JSON object such as {"default": 1}' };

  const map = new Map<string, string>();
  for (const [name, value] of Object.entries(json)) {
    if (name === '' || name.length > maxNameLength || name !== name.trim() || hasControlCharacters(name))
      return {
        error: `must have names of 1 to ${maxNameLength} characters without spaces around: ${name.slice(0, 40)}`,
      };
    const parsed = read(value);
    if ('error' in parsed) return { error: `"${name}" ${parsed.error}` };
    map.set(name, parsed.value);
  }
  if (map.size > maxNames) return { error: `must have at most ${maxNames} names` };
  if (required !== undefined && !map.has(required))
    return { error: `must keep "${required}", which others fall back to` };
  return { value: map };
}

function readRatio(value: unknown, minimum: number): Parsed<string> {
  if (typeof value !== 'number' || !(value >= minimum && value <= MAX_RATIO))
    return { error: `must be a number from ${minimum} to ${MAX_RATIO}, without quotes` };
  const shortest = String(value);
  if (/^\d+(?:\.\d{1,12})?$/.test(shortest)) return { value: shortest };
  return { value: value.toFixed(DECIMALS).replace(/\.?0+$/, '') };
}

function readLine(value: unknown): Parsed<string> {
  return typeof value === 'string' && value.length <= 200 && !hasControlCharacters(value)
    ? { value }
    : { error: 'must be a text of at most 200 characters in one line' };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
