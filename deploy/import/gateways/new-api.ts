import type { SourceRow } from '../source/row.ts';
import type { Gateway } from './gateway.ts';
import { resellers } from './resellers.ts';

/** The numbers are ours but for these. */
const otherNumbers: Readonly<Record<number, number>> = { 46: 15 };
const highestShared = 48;
/** One number of theirs has no counterpart among ours of the same range. */
const unknown = new Set([0, 28, 29, 30, 32, 44]);

/** QuantumNous/new-api, before Calcium-Ion/new-api. */
export const newApi: Gateway = {
  name: 'new-api',
  readChannel(row) {
    const theirs = row.integer('type');
    if (unknown.has(theirs) || theirs > highestShared) return `type ${theirs} has no counterpart`;
    const address = resellers[theirs];
    const info = row.object('channel_info');
    const { setting, notes } = readSettings(row);
    return {
      type: address === undefined ? (otherNumbers[theirs] ?? theirs) : 1,
      key: row.text('key'),
      baseUrl: row.text('base_url') || (address ?? ''),
      other: row.text('other'),
      organization: row.text('openai_organization'),
      statusCodeMapping: row.text('status_code_mapping'),
      paramOverride: row.text('param_override'),
      setting: JSON.stringify(setting),
      notes,
      ...(info.is_multi_key === true && {
        keyMode: info.multi_key_mode === 'polling' ? 'round_robin' : 'random',
        keyStatus: (info.multi_key_status_list ?? {}) as Record<string, number>,
      }),
    };
  },
  durationMs: (row) => row.integer('use_time') * 1000,
  logType: (type) => (type >= 1 && type <= 6 ? type : 4),
};

/** What of a channel's settings there has a place here; the names of all others that are set. */
function readSettings(row: SourceRow) {
  const { proxy, ...settings } = { ...row.object('settings'), ...row.object('setting') };
  const headers = Object.fromEntries(
    Object.entries(row.object('header_override')).map(([name, value]) => [name, headerValue(value)]),
  );
  const setting = {
    ...(typeof proxy === 'string' && proxy !== '' && { proxy }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  const notes = Object.entries(settings)
    .filter(([, value]) => isSet(value))
    .map(([name]) => `its setting ${name}`);
  return { setting, notes };
}

function headerValue(value: unknown): string {
  return String(value).replaceAll('{api_key}', '{key}');
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== false && value !== '' && value !== 0 && value !== null;
}
