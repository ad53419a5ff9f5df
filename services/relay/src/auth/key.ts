import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../errors.ts';

export interface PresentedKey {
  /** Without `sk-` and without the channel id. */
  readonly key: string;
  /** `sk-KEY-7` asks for channel 7; for administrators. */
  readonly channelId: number | undefined;
}

/** A key with the digest that it is known by in memory. */
export interface Credential {
  readonly presented: PresentedKey;
  readonly digest: string;
}

const maxLength = 512;
const keyLength = 48;

/**
 * The key of a request, wherever clients of the APIs spoken here put it: `Authorization: Bearer sk-KEY` ("Bearer " and
 * "sk-" may be missing), `x-api-key` (Anthropic), `x-goog-api-key` or `?key=` (Gemini), `mj-api-secret` (Midjourney
 * Proxy), with or without "Bearer " as well, the protocols of a WebSocket (OpenAI realtime in browsers). Throws when there is none.
 */
export function readKey(headers: IncomingHttpHeaders, url: string): PresentedKey {
  const presented = find(headers, url);
  if (presented === undefined) throw refuse('missing_key');
  if (presented.length > maxLength) throw refuse('invalid_key');
  const key = presented.startsWith('sk-') ? presented.slice(3) : presented;
  if (key === '') throw refuse('missing_key');
  const dash = key.indexOf('-');
  if (dash < 0) return { key, channelId: undefined };
  // Keys of the makers of models have dashes as well, at other places.
  if (dash !== keyLength) throw refuse('invalid_key');
  const id = key.slice(dash + 1);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw refuse('channel_pin_invalid');
  return { key: key.slice(0, dash), channelId: Number(id) };
}

/** Like `readKey`, with the key's digest. */
export function readCredential(headers: IncomingHttpHeaders, url: string): Credential {
  const presented = readKey(headers, url);
  return { presented, digest: hash('sha256', presented.key, 'base64') };
}

const protocolPrefix = 'openai-insecure-api-key.';
/** What clients of Midjourney Proxy put in the place of a key that stands in `mj-api-secret`. */
const placeholder = 'midjourney-proxy';

function find(headers: IncomingHttpHeaders, url: string): string | undefined {
  const { authorization } = headers;
  // Most requests have only this one.
  const key = authorization === undefined ? '' : withoutBearer(authorization);
  if (key !== '' && key !== placeholder) return key;
  for (const name of ['x-api-key', 'x-goog-api-key', 'mj-api-secret']) {
    const value = headers[name];
    const other = typeof value === 'string' ? withoutBearer(value) : '';
    if (other !== '' && other !== placeholder) return other;
  }
  const protocols = headers['sec-websocket-protocol']?.split(',').map((protocol) => protocol.trim()) ?? [];
  const inProtocol = protocols.find((protocol) => protocol.startsWith(protocolPrefix))?.slice(protocolPrefix.length);
  return inProtocol ?? keyInQuery(url);
}

function withoutBearer(value: string): string {
  if (value.startsWith('Bearer ') || value.startsWith('bearer ')) return value.slice(7).trim();
  // HTTP takes the blank off when nothing stands behind it.
  return /^bearer$/i.test(value) ? '' : value;
}

function keyInQuery(url: string): string | undefined {
  const at = url.indexOf('?');
  return at < 0 ? undefined : (new URLSearchParams(url.slice(at + 1)).get('key') ?? undefined);
}
