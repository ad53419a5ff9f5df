import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedNotice {
  readonly id: string;
  readonly content: unknown;
}

export interface FakeWebhookReceiver {
  readonly url: string;
  /** As the console shows it to the receiver's owner. */
  readonly secret: string;
  /** Those whose signature is right, newest last. */
  readonly notices: ReceivedNotice[];
  /** Calls so far, whatever came of them. */
  calls: number;
  /** Answered to calls whose signature is right. */
  status: number;
  close(): Promise<void>;
}

const toleranceSeconds = 300;

/** The signature of Standard Webhooks, version 1: HMAC-SHA256 over id, time and body, by the decoded secret. */
export function signNotice(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Somebody's server that takes signed notices (Standard Webhooks) and refuses all others with 401. */
export async function fakeWebhookReceiver(): Promise<FakeWebhookReceiver> {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const fake: Pick<FakeWebhookReceiver, 'notices' | 'calls' | 'status'> = { notices: [], calls: 0, status: 204 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    fake.calls++;
    const id = verifiedId(request.headers, body);
    if (request.method !== 'POST' || id === undefined) return response.writeHead(401).end();
    fake.notices.push({ id, content: JSON.parse(body) });
    response.writeHead(fake.status, { location: '/elsewhere' }).end();
  });

  function verifiedId(headers: IncomingHttpHeaders, body: string): string | undefined {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return undefined;
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return undefined;
    return signature.split(' ').includes(signNotice(secret, id, timestamp, body)) ? id : undefined;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    secret,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
