import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface FakeRelay {
  readonly url: string;
  /** Every call, newest last. */
  readonly calls: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  /** What happens to a call under another path than /internal. */
  onCall: (request: IncomingMessage, response: ServerResponse) => void;
  /** What happens to a call that wants another protocol. */
  onUpgrade: (request: IncomingMessage, socket: Duplex) => void;
  /** Why the relay refuses the next questions about models; undefined: it answers. */
  modelsFailure: string | undefined;
  /** Answer to the next channel tests. */
  testResult: { success: boolean; message: string; timeMs: number; model: string; reply?: string };
  /** Answer to the next questions about balances. */
  balance: { amount: string; currency: string };
  /** Answer to the next questions about routing. */
  explanation: { tiers: object[][]; excluded: object[] };
  close(): Promise<void>;
}

const providers = [
  { type: 1, name: 'openai', label: 'OpenAI', baseUrl: 'https://api.openai.com', models: ['gpt-4o'], keyHint: 'sk-' },
  { type: 8, name: 'custom', label: 'Custom', baseUrl: '', models: [] },
  { type: 11, name: 'palm', label: 'PaLM', baseUrl: '', models: [], notice: 'The service has ended.' },
];

/** A relay of a few lines: it knows three kinds of channel and remembers what it was asked. */
export async function fakeRelay(internalToken: string): Promise<FakeRelay> {
  const relay: Omit<FakeRelay, 'url' | 'close'> = {
    calls: [],
    modelsFailure: undefined,
    onCall: (_request, response) => response.end('{}'),
    onUpgrade: (_request, socket) => socket.end(),
    testResult: { success: true, message: '', timeMs: 1234, model: 'gpt-4o' },
    balance: { amount: '12.5', currency: 'USD' },
    explanation: { tiers: [], excluded: [] },
  };
  const internal: Record<string, () => unknown> = {
    '/internal/providers': () => providers,
    '/internal/channels/test': () => relay.testResult,
    '/internal/channels/balance': () => relay.balance,
    '/internal/routing/explain': () => relay.explanation,
    '/internal/channels/models': () => ({ models: ['gpt-4o', 'gpt-4o-mini'] }),
  };
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (!path.startsWith('/internal')) {
      relay.calls.push({ method: request.method ?? '', path, headers: request.headers, body: '' });
      return relay.onCall(request, response);
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    relay.calls.push({ method: request.method ?? '', path, headers: request.headers, body });
    const reply = request.headers['x-switchyard-internal'] === internalToken ? internal[path]?.() : undefined;
    if (relay.modelsFailure && path === '/internal/channels/models') {
      response.writeHead(400, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ message: relay.modelsFailure }));
    }
    response.writeHead(reply ? 200 : 403, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply ?? { message: 'refused' }));
  });
  server.on('upgrade', (request, socket) => relay.onUpgrade(request, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(relay, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
