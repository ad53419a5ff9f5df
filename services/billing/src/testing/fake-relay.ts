import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TaskPoll, TaskPollAnswer } from '@switchyard/contracts';

/** A relay of a few lines that knows how tasks stand. */
export interface FakeRelay {
  readonly url: string;
  /** Requests whose tasks were announced. */
  readonly announced: string[];
  /** What was asked, newest last. */
  readonly polls: TaskPoll[];
  /** undefined: the relay fails. */
  answer: (poll: TaskPoll) => TaskPollAnswer | undefined;
  /** Channels that were tested, with their keys, and how that goes. */
  readonly tested: { channelId: number; keyId?: number }[];
  test: (question: { channelId: number; keyId?: number }) => object | Promise<object>;
  /** What is left on an account; undefined: the upstream does not say. */
  balance: (channelId: number) => { amount: string; currency: string } | undefined;
  close(): Promise<void>;
}

export async function fakeRelay(internalToken: string): Promise<FakeRelay> {
  const relay: Omit<FakeRelay, 'url' | 'close'> = {
    announced: [],
    polls: [],
    answer: () => ({ lost: false, reports: [] }),
    tested: [],
    test: () => ({ success: true, refused: false, message: '', timeMs: 120, model: 'gpt-6-sol' }),
    balance: () => undefined,
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const known = request.headers['x-switchyard-internal'] === internalToken;
    const answer = known ? await handle(request.url ?? '', JSON.parse(body)) : undefined;
    response.writeHead(answer ? 200 : 502, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: 'The upstream did not answer.' }));
  });
  function handle(path: string, body: unknown): unknown {
    if (path === '/internal/tasks/announce') return relay.announced.push((body as { requestId: string }).requestId);
    if (path === '/internal/channels/test') {
      relay.tested.push(body as { channelId: number });
      return relay.test(body as { channelId: number });
    }
    if (path === '/internal/channels/balance') return relay.balance((body as { channelId: number }).channelId);
    if (path !== '/internal/tasks/poll') return undefined;
    relay.polls.push(body as TaskPoll);
    return relay.answer(body as TaskPoll);
  }
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
