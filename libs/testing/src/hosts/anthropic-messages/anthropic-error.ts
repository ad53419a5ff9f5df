import type { HostReply } from '../host.ts';
import type { Refusal } from '../refusal.ts';
import { jsonReply } from '../reply.ts';

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
};

/** A refusal in the shape of Anthropic's API. */
export function anthropicError({ status, message }: Refusal): HostReply {
  const request_id = 'req_011CVfake';
  const body = { type: 'error', error: { type: types[status] ?? 'invalid_request_error', message }, request_id };
  return jsonReply(status, body, { 'request-id': request_id });
}
