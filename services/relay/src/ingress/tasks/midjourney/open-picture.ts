import { Readable } from 'node:stream';
import {
  AddressRefused,
  type CidrList,
  guardedConnector,
  parseWebUrl,
  throughWorker,
  type Worker,
} from '@switchyard/http';
import { Agent, request } from 'undici';
import { taskError } from '../task-error.ts';

export interface Picture {
  readonly type: string;
  readonly bytes: Readable;
}

const maxBytes = 50 * 1_048_576;
const timeoutMs = 60_000;
/** Kinds that a browser draws and never runs. */
const drawn = /^image\/(?:png|jpeg|webp|gif|avif)$/;

/**
 * A picture at an address that an upstream named: of public addresses and those in `allow`, vetted when the connection is
 * made, at ports of the web, at most 50 MiB. Redirects are not followed. With a worker it makes the call. Throws the refusal.
 */
export async function openPicture(address: string, allow: CidrList, worker: Worker | undefined): Promise<Picture> {
  const { statusCode, headers, body } = await call(address, allow, worker).catch((error) => {
    throw error instanceof AddressRefused
      ? taskError('image_address_refused', 403)
      : taskError('image_not_readable', 502);
  });
  const type =
    String(headers['content-type'] ?? 'image/jpeg')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase() ?? '';
  const isPicture = statusCode === 200 && drawn.test(type);
  if (isPicture && !(Number(headers['content-length']) > maxBytes))
    return { type, bytes: Readable.from(limited(body)) };
  await body.dump();
  throw statusCode === 200 && !isPicture ? taskError('not_an_image', 502) : taskError('image_not_readable', 502);
}

async function call(address: string, allow: CidrList, worker: Worker | undefined) {
  // Compressed, a small answer could unfold to any size.
  const headers = { 'accept-encoding': 'identity' };
  const own = { address, method: 'GET' as const, headers, body: null };
  const made = worker ? await throughWorker(worker, address, own) : own;
  return request(parseWebUrl(made.address), {
    method: made.method,
    headers: { ...headers, ...made.headers },
    body: made.body,
    dispatcher: agentFor(worker?.allow ?? allow),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

function agentFor(allow: CidrList): Agent {
  const agent = agents.get(allow) ?? new Agent({ connect: guardedConnector(allow), keepAliveTimeout: 1_000 });
  agents.set(allow, agent);
  return agent;
}

const agents = new WeakMap<CidrList, Agent>();

/** Ends by an error, and with it the answer, when more comes than there may be. */
async function* limited(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the picture is too large');
    yield chunk;
  }
}
