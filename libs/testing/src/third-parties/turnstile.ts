import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeTurnstile {
  readonly url: string;
  /** The one site that is known. */
  readonly secret: string;
  /** A token as the widget on a page of `hostname` gives one to a person. */
  solve(hostname: string): string;
  /** The visitors' addresses that were told, in order; undefined: not told. */
  readonly addresses: (string | undefined)[];
  /** Set: the answer is this text, with status 500. */
  outage: string | undefined;
  close(): Promise<void>;
}

/** Cloudflare Turnstile's verification: POST /turnstile/v0/siteverify, form or JSON, each token once. */
export async function fakeTurnstile(): Promise<FakeTurnstile> {
  const hostnames = new Map<string, string>();
  const spent = new Set<string>();
  const secret = '0xCanaryTurnstileSecret';
  const fake: Pick<FakeTurnstile, 'addresses' | 'outage'> = { addresses: [], outage: undefined };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (fake.outage !== undefined) return response.writeHead(500).end(fake.outage);
    const isVerify = request.method === 'POST' && request.url === '/turnstile/v0/siteverify';
    const verdict = isVerify ? verify(readFields(body, request.headers['content-type'] ?? '')) : undefined;
    response.writeHead(verdict ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(verdict ?? {}));
  });

  function verify(fields: ReadonlyMap<string, string>) {
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] });
    if (!fields.has('secret')) return refuse('missing-input-secret');
    if (fields.get('secret') !== secret) return refuse('invalid-input-secret');
    const token = fields.get('response') ?? '';
    if (token === '') return refuse('missing-input-response');
    if (spent.has(token)) return refuse('timeout-or-duplicate');
    const hostname = hostnames.get(token);
    if (hostname === undefined) return refuse('invalid-input-response');
    spent.add(token);
    fake.addresses.push(fields.get('remoteip'));
    return {
      success: true,
      hostname,
      challenge_ts: new Date().toISOString(),
      action: '',
      cdata: '',
      'error-codes': [],
    };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    solve(hostname: string) {
      const token = `0.${randomBytes(24).toString('base64url')}`;
      hostnames.set(token, hostname);
      return token;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

function readFields(body: string, contentType: string): ReadonlyMap<string, string> {
  if (contentType.startsWith('application/json')) return new Map(Object.entries(JSON.parse(body)));
  return new Map(new URLSearchParams(body));
}
