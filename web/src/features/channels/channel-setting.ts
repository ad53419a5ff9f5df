import { type JsonObject, parseJsonObject } from '../../lib/json-text.ts';
import type { Pair } from './pairs.ts';

export const timeoutNames = ['connectMs', 'firstByteMs', 'idleMs', 'totalMs'] as const;
export type TimeoutName = (typeof timeoutNames)[number];

/** The relay's settings for one channel as fields. A header without a value is one that is left out of the call. */
export interface ChannelSetting {
  readonly proxy: string;
  readonly timeouts: Readonly<Partial<Record<TimeoutName, number>>>;
  readonly drain: boolean;
  readonly headers: readonly Pair[];
}

const known = ['proxy', 'timeouts', 'drain', 'headers'];

/** Reads the JSON text; undefined when it has something that these fields would lose. */
export function settingFromText(text: string): ChannelSetting | undefined {
  const value = parseJsonObject(text);
  if (value === undefined || Object.keys(value).some((name) => !known.includes(name))) return undefined;
  const { proxy = '', timeouts = {}, drain = false, headers = {} } = value;
  if (typeof proxy !== 'string' || typeof drain !== 'boolean') return undefined;
  if (!isObject(timeouts) || !Object.entries(timeouts).every(isTimeout)) return undefined;
  if (!isObject(headers) || !Object.values(headers).every((entry) => entry === null || typeof entry === 'string')) {
    return undefined;
  }
  return {
    proxy,
    timeouts: timeouts as ChannelSetting['timeouts'],
    drain,
    headers: Object.entries(headers as Record<string, string | null>).map(([from, to]) => ({ from, to: to ?? '' })),
  };
}

/** The JSON of what is set; blank when nothing is. */
export function textFromSetting({ proxy, timeouts, drain, headers }: ChannelSetting): string {
  const named = headers
    .map(({ from, to }) => [from.trim(), to.trim() || null] as const)
    .filter(([name]) => name !== '');
  const value: JsonObject = {
    ...(proxy.trim() === '' ? {} : { proxy: proxy.trim() }),
    ...(Object.keys(timeouts).length === 0 ? {} : { timeouts }),
    ...(drain ? { drain } : {}),
    ...(named.length === 0 ? {} : { headers: Object.fromEntries(named) }),
  };
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTimeout([name, value]: [string, unknown]): boolean {
  return (timeoutNames as readonly string[]).includes(name) && typeof value === 'number';
}
