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
  close(): Promise<void>;
}

export async function fakeRelay(internalToken: string): Promise<FakeRelay> {
  const relay: Pick<FakeRelay, 'announced' | 'polls' | 'answer'> = {
    announced: [],
    polls: [],
    answer: () => ({ lost: false, reports: [] }),
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const known = request.headers['x-switchyard-internal'] === internalToken;
    const answer = known ? handle(request.url ?? '', JSON.parse(body)) : undefined;
    response.writeHead(answer ? 200 : 502, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: 'The upstream did not answer.' }));
  });
  function handle(path: string, body: unknown): unknown {
    if (path === '/internal/tasks/announce') return relay.announced.push((body as { requestId: string }).requestId);
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
