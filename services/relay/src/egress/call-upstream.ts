import type { Dispatcher } from 'undici';

const callMs = 30_000;
const usualBytes = 2 * 1_048_576;

/** A whole answer of an upstream to a call of ours, at most 2 MiB (or `mostBytes`) within 30 s (or `timeoutMs`, or until `signal`); redirects are not followed. */
export async function callUpstream(call: {
  dispatcher: Dispatcher;
  url: URL;
  method: 'GET' | 'POST';
  headers: readonly string[];
  body?: Buffer;
  timeoutMs?: number;
  signal?: AbortSignal;
  mostBytes?: number;
}): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await call.dispatcher.request({
    origin: call.url.origin,
    path: call.url.pathname + call.url.search,
    method: call.method,
    headers: [...call.headers],
    ...(call.body ? { body: call.body } : {}),
    signal: call.signal ?? AbortSignal.timeout(call.timeoutMs ?? callMs),
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    if (size > (call.mostBytes ?? usualBytes)) throw new Error('the answer is too large');
    chunks.push(chunk as Buffer);
  }
  return { status: statusCode, text: Buffer.concat(chunks).toString('utf8') };
}

/** Why a call failed, for an operator: no address or key beyond what the operator typed. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'The upstream could not be reached.';
  if (error.name === 'TimeoutError') return `The upstream did not answer within ${callMs / 1000} s.`;
  const code = (error as NodeJS.ErrnoException).code;
  return `The upstream could not be reached: ${error.message || code || error.name}`;
}
