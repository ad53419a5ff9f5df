import { Agent, type Dispatcher, request } from 'undici';
import type { CidrList } from './cidrs.ts';
import { guardedConnector } from './guarded-connector.ts';
import { parseWebUrl } from './web-url.ts';
import { throughWorker, type Worker } from './worker.ts';

export interface GuardedRequest {
  /** Ranges that may be called although they are not public. */
  readonly allow: CidrList;
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole exchange; default 10 s. */
  readonly timeoutMs?: number;
  /** Longest body accepted; default 1 MiB. */
  readonly maxBytes?: number;
  /** Makes the call in our place, to public addresses only. */
  readonly worker?: Worker | undefined;
  /** Ends the exchange when it fires. */
  readonly signal?: AbortSignal;
  /** Told of bytes before they are kept; what it throws ends the exchange. */
  readonly take?: (bytes: number) => void;
}

/** The body is longer than `maxBytes`. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

export interface GuardedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * Calls an address that an operator or a client supplied: only public addresses and those in `allow`, vetted
 * when the connection is made, at ports of the web. Redirects are answers like any other. Rejects with AddressRefused, with
 * `TimeoutError`, or with AnswerTooLong.
 */
export async function guardedFetch(address: string, options: GuardedRequest): Promise<GuardedResponse> {
  const { allow, worker, timeoutMs = 10_000, maxBytes = 1_048_576 } = options;
  const overdue = AbortSignal.timeout(timeoutMs);
  const own = { address, method: options.method ?? 'GET', headers: options.headers ?? {}, body: options.body ?? null };
  const call = worker ? await throughWorker(worker, address, own) : own;
  const url = parseWebUrl(call.address);
  const response = await request(url, {
    method: call.method,
    // Compressed, a small answer could unfold to any size.
    headers: { 'accept-encoding': 'identity', ...call.headers },
    body: call.body,
    dispatcher: agentFor(worker?.allow ?? allow),
    signal: options.signal ? AbortSignal.any([overdue, options.signal]) : overdue,
  });
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop by an error destroys the body and with it the connection.
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLong(`The answer of ${url.host} is longer than ${maxBytes} bytes.`);
    options.take?.(chunk.length);
    chunks.push(chunk);
  }
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const agents = new WeakMap<CidrList, Agent>();

function agentFor(allow: CidrList): Agent {
  const agent = agents.get(allow) ?? new Agent({ connect: guardedConnector(allow), keepAliveTimeout: 1000 });
  agents.set(allow, agent);
  return agent;
}
