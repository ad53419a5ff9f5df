import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../errors.ts';

export interface PresentedKey {
  /** Without `sk-` and without the channel id. */
  readonly key: string;
  /** `sk-KEY-7` asks for channel 7; for administrators. */
  readonly channelId: number | undefined;
}

const maxLength = 512;

/** The key of a request: `Authorization: Bearer sk-KEY`, where "Bearer " and "sk-" may be missing. Throws when there is none. */
export function readKey(headers: IncomingHttpHeaders): PresentedKey {
  const header = headers.authorization;
  if (header === undefined || header === '') throw refuse('missing_key');
  if (header.length > maxLength) throw refuse('invalid_key');
  const bare = header.startsWith('Bearer ') || header.startsWith('bearer ') ? header.slice(7) : header;
  const key = bare.startsWith('sk-') ? bare.slice(3) : bare;
  if (key === '') throw refuse('missing_key');
  const dash = key.indexOf('-');
  if (dash < 0) return { key, channelId: undefined };
  const id = key.slice(dash + 1);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw refuse('channel_pin_invalid');
  return { key: key.slice(0, dash), channelId: Number(id) };
}
