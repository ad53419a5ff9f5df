import type { SourceRow } from '../source/row.ts';
import type { Gateway, SourceChannel } from './gateway.ts';
import { resellers } from './resellers.ts';

/** Channel types that have another number here. Those that have none here are missing. */
const types: Readonly<Record<number, number>> = {
  ...{ 1: 1, 3: 3, 8: 8, 11: 11, 14: 14, 15: 15, 16: 16, 17: 17, 18: 18, 19: 19, 20: 20, 21: 21, 22: 22, 23: 23 },
  ...{ 24: 24, 25: 25, 26: 1009, 27: 35, 28: 42, 29: 101, 30: 4, 31: 31, 32: 1008, 33: 33, 35: 34, 36: 43, 37: 39 },
  ...{ 39: 102, 40: 45, 41: 1001, 42: 41, 44: 40, 45: 48, 47: 15, 48: 18, 49: 17, 50: 1, 51: 1 },
};

/** Hosts of OpenAI's interface with a type of their own, and where they are. */
const addresses: Readonly<Record<number, string>> = {
  ...resellers,
  2: 'https://oa.api2d.net',
  4: 'https://api.closeai-proxy.xyz',
  5: 'https://api.openai-sb.com',
  51: 'https://generativelanguage.googleapis.com/v1beta/openai',
};

/** songquanpeng/one-api. */
export const oneApi: Gateway = {
  name: 'one-api',
  readChannel(row) {
    const theirs = row.integer('type');
    const type = types[theirs] ?? (addresses[theirs] === undefined ? undefined : 1);
    if (type === undefined) return `type ${theirs} has no counterpart`;
    const config = row.object('config');
    return {
      type,
      key: keyOf(row, type, config),
      baseUrl: row.text('base_url') || (addresses[theirs] ?? ''),
      other: otherOf(row, config),
      notes: row.text('system_prompt') === '' ? [] : ['its system prompt'],
    } satisfies SourceChannel;
  },
  durationMs: (row) => row.integer('elapsed_time'),
  // 5 is a test of a channel there.
  logType: (type) => (type >= 1 && type <= 4 ? type : 4),
};

/** Two kinds of host have their credentials beside the key. */
function keyOf(
  row: SourceRow,
  type: number,
  { ak, sk, region, vertex_ai_adc: account }: Record<string, unknown>,
): string {
  if (type === 33 && typeof ak === 'string' && ak !== '') return `${ak}|${String(sk)}|${String(region)}`;
  if (type === 41 && typeof account === 'string' && account !== '') return account;
  return row.text('key');
}

/** What goes with the key lies in the column `other` of old versions, and by name in newer ones. */
function otherOf(row: SourceRow, config: Record<string, unknown>): string {
  if (row.text('other') !== '') return row.text('other');
  const isAws = typeof config.ak === 'string' && config.ak !== '';
  const named = [config.api_version, config.user_id, config.library_id, config.plugin, isAws ? '' : config.region];
  return named.find((value): value is string => typeof value === 'string' && value !== '') ?? '';
}
