import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

// The least a Node program can do: a bare node:http proxy, for scale.
const { values } = parseArgs({ options: { upstream: { type: 'string' } } });
const upstream = new URL(values.upstream ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

const server = createServer((incoming, outgoing) => {
  const call = request(
    {
      agent,
      host: upstream.hostname,
      port: upstream.port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    },
    (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    },
  );
  call.on('error', () => outgoing.destroy());
  outgoing.on('close', () => call.destroy());
  incoming.pipe(call);
});
server.listen(0, '127.0.0.1', 4096, () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
});
process.once('SIGTERM', () => process.exit());
