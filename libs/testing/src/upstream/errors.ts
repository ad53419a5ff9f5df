import { bytesReply, jsonReply, type Reply } from './reply.ts';

export interface Refusal {
  status: number;
  message: string;
  param?: string | null;
  code?: string | null;
}

/** A refusal in the shape of the OpenAI API. */
export function refuse({ status, message, param = null, code = null }: Refusal): Reply {
  return jsonReply(status, { error: { message, type: typeOf(status), param, code } });
}

/** The reply of a behaviour with `status`: its own body, else the error the real one sends with that status. */
export function scriptedReply(status: number, body: unknown): Reply {
  if (body === undefined) {
    return refuse({ status, message: `This status was asked for: ${status}.`, code: CODES[status] ?? null });
  }
  return typeof body === 'string' ? bytesReply(status, 'text/plain', body) : jsonReply(status, body);
}

const CODES: Record<number, string> = {
  401: 'invalid_api_key',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
  503: 'server_is_overloaded',
};

function typeOf(status: number): string {
  if (status === 429) return 'requests';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
