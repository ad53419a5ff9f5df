import type { HostReply } from './host.ts';
import type { Refusal } from './refusal.ts';
import { jsonReply } from './reply.ts';

/** A refusal in the shape of OpenAI's API. */
export function openaiError({ status, message, code, param }: Refusal): HostReply {
  return jsonReply(status, { error: { message, type: 'invalid_request_error', param, code } });
}
