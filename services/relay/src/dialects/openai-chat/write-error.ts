import type { GatewayError } from '../../errors.ts';

/** The body of a refusal in OpenAI's shape. Its clients know no 529, which says that there is too much to do. */
export function writeError(error: GatewayError, requestId: string) {
  const { message, type, param, code, status } = error;
  const body = { error: { message: `${message} (request id: ${requestId})`, type, param, code } };
  return { ...(status === 529 && { status: 503 }), body };
}
