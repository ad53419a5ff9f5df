import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseObject } from '../upstream/parse-object.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { jsonReply } from './reply.ts';

export interface RecordedRequest extends HostRequest {
  /** The host that answered; empty when none knew the path. */
  readonly host: string;
  readonly reply: HostReply;
}

/** How bodies are sent; whole unless said. */
export interface Delivery {
  /** So many bytes at a time. */
  sliceBytes?: number | undefined;
  /** The connection is cut after so many bytes of the body. */
  cutAfterBytes?: number | undefined;
}

export interface RunningHost {
  /** `http://host:port`. */
  readonly url: string;
  /** May be changed between requests. */
  readonly delivery: Delivery;
  /** Oldest first. */
  requests(): readonly RecordedRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port that asks the hosts in order; 404 when none knows the path. */
export async function startHost(...hosts: readonly Host[]): Promise<RunningHost> {
  const recorded: RecordedRequest[] = [];
  const delivery: Delivery = {};
  const server = createServer(async (incoming, response) => {
    try {
      const request = await readRequest(incoming);
      const { name = '', reply } = (await firstReply(hosts, request)) ?? { reply: unknownPath(request) };
      recorded.push({ ...request, host: name, reply });
      await send(reply, response, delivery);
    } catch (error) {
      // A fault of the fake must not look like an answer of the real one.
      response.writeHead(599, { 'content-type': 'text/plain' }).end(String((error as Error).stack));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivery,
    requests: () => recorded,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<HostRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const [path = '', query = ''] = (incoming.url ?? '').split(/\?(.*)/s);
  const body = Buffer.concat(chunks);
  return {
    method: incoming.method ?? '',
    path,
    query: new URLSearchParams(query),
    headers: incoming.headers,
    body,
    json: () => parseObject(body.toString()),
  };
}

async function firstReply(
  hosts: readonly Host[],
  request: HostRequest,
): Promise<{ name: string; reply: HostReply } | undefined> {
  for (const host of hosts) {
    const reply = await host.handle(request);
    if (reply) return { name: host.name, reply };
  }
  return undefined;
}

function unknownPath({ method, path }: HostRequest): HostReply {
  const message = `Not found: ${method} ${path}`;
  return { ...jsonReply(404, { error: { message, type: 'invalid_request_error' } }), refusal: message };
}

async function send(
  reply: HostReply,
  response: ServerResponse,
  { sliceBytes, cutAfterBytes }: Delivery,
): Promise<void> {
  const whole = Buffer.from(reply.body);
  const body = whole.subarray(0, cutAfterBytes ?? whole.length);
  response.writeHead(reply.status, { ...reply.headers });
  if (sliceBytes === undefined && cutAfterBytes === undefined) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  for (let at = 0; at < body.length; at += sliceBytes ?? body.length) {
    await new Promise((resolve) => response.write(body.subarray(at, at + (sliceBytes ?? body.length)), resolve));
    // Else the kernel glues what it is given at once.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (body.length < whole.length) response.destroy();
  else response.end();
}
