import type { Dispatcher } from 'undici';
import { type CidrList, parseCidrs } from './cidrs.ts';
import { vetName } from './vet-name.ts';
import { parseWebUrl } from './web-url.ts';

/**
 * A server that makes calls in our place, so that those who are called do not learn where we are: `POST /` with JSON
 * {url, key, method, headers, body, follow_redirects}, answered by what the called one answers (the worker protocol of new-api).
 */
export interface Worker {
  readonly url: string;
  /** By which the worker knows us. */
  readonly key: string;
  /** Private ranges in which the worker itself may be. */
  readonly allow: CidrList;
}

export interface PlainRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where a worker is to send it: it is written anew there. */
  readonly body: string | Uint8Array | null;
}

const publicOnly: CidrList = parseCidrs('');

/**
 * The call to a worker that stands for a call to `address`. Rejects with AddressRefused when that is not public, or no port of the web: a
 * worker in our own network must reach nothing there either. Workers call https only.
 */
export async function throughWorker(worker: Worker, address: string, request: PlainRequest) {
  const url = parseWebUrl(address);
  if (url.protocol !== 'https:') throw new Error('The address must begin with https://.');
  await vetName(url.hostname, publicOnly);
  const { method, headers, body } = request;
  const order = {
    url: url.href,
    key: worker.key,
    method,
    headers,
    ...(body === null ? {} : { body: JSON.parse(Buffer.from(body).toString('utf8')) as unknown }),
    follow_redirects: false,
  };
  return {
    address: `${worker.url}/`,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  };
}
