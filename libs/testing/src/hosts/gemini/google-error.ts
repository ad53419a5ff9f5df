import type { HostReply } from '../host.ts';
import type { Refusal } from '../refusal.ts';
import { jsonReply } from '../reply.ts';

const statuses: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
};

/** A refusal in the shape of Google's APIs; its code becomes the reason among the details. */
export function googleError({ status, message, code }: Refusal): HostReply {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'googleapis.com' };
  const error = {
    code: status,
    message,
    status: statuses[status] ?? 'INVALID_ARGUMENT',
    ...(code && { details: [info] }),
  };
  return jsonReply(status, { error });
}
