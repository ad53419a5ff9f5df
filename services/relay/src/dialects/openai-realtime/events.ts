import type { GatewayError } from '../../errors.ts';
import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { writeError } from '../openai-chat/write-error.ts';
import { parseJson } from '../parse-json.ts';
import { scrub } from '../scrub.ts';

/** An event of a host; undefined for bytes that are none. */
export function readEvent(data: Buffer): Json | undefined {
  const event = parseJson(data.toString('utf8'));
  return isObject(event) ? event : undefined;
}

/** The event that tells a client why its session ends. */
export function writeErrorEvent(error: GatewayError, requestId: string): string {
  return JSON.stringify({ type: 'error', event_id: newId('evt_'), ...writeError(error, requestId).body });
}

/** The event again without keys, organisation ids and addresses, when its error tells some; else undefined. `hide` knows the key. */
export function scrubbed(event: Json, hide: (text: string) => string): string | undefined {
  const holder = errorHolder(event);
  if (!holder || !isObject(holder.error) || typeof holder.error.message !== 'string') return undefined;
  const { message } = holder.error;
  holder.error.message = scrub(hide(message));
  return holder.error.message === message ? undefined : JSON.stringify(event);
}

/** Errors stand in events of their own, and in the details of a response that failed. */
function errorHolder(event: Json): Json | undefined {
  if (event.type === 'error') return event;
  const response = isObject(event.response) ? event.response : {};
  return isObject(response.status_details) ? response.status_details : undefined;
}
