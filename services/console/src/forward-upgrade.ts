import { request as callHttp, type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import { request as callHttps } from 'node:https';
import type { TcpSocketConnectOpts } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { takeOver } from '@switchyard/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Passes a request to upgrade on to the relay, and after it the connection: bytes flow both ways as they come. A refusal of the
 * relay is answered like any other. `onError` hears that there was no answer.
 */
export function forwardUpgrade(
  request: FastifyRequest,
  reply: FastifyReply,
  call: {
    readonly relayUrl: string;
    /** Beside host and port. */
    readonly connect: Partial<TcpSocketConnectOpts>;
    readonly headers: IncomingHttpHeaders;
    readonly onError: () => void;
  },
): void {
  const { protocol, hostname, port } = new URL(call.relayUrl);
  const headers = { ...call.headers, connection: 'Upgrade', upgrade: 'websocket' };
  const open = protocol === 'https:' ? callHttps : callHttp;
  const toRelay = open({ hostname, port, path: request.raw.url, headers, agent: false, ...call.connect });
  toRelay.on('upgrade', (answer, relaySocket, head) => {
    reply.hijack();
    const client = takeOver(request.raw, reply.raw);
    client.socket.write(headOf(answer));
    client.socket.write(head);
    relaySocket.write(client.head);
    join(client.socket, relaySocket);
  });
  toRelay.on('response', (answer) => {
    reply
      .status(answer.statusCode ?? 502)
      .headers(endToEnd(answer.headers))
      .send(answer);
  });
  toRelay.on('error', () => {
    if (!reply.sent) call.onError();
  });
  reply.raw.once('close', () => toRelay.destroy());
  toRelay.end();
}

/** Whoever of the two ends, the other does too. */
function join(one: Duplex, other: Duplex): void {
  pipeline(one, other, one, () => {});
}

function headOf({ statusCode = 101, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || /^(connection|keep-alive|transfer-encoding|date)$/.test(name) ? [] : [[name, value]],
    ),
  );
}
