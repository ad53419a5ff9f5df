import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TaskPoll, TaskPollAnswer } from '@switchyard/contracts';

/** A relay of a few lines that knows how tasks stand. */
export interface FakeRelay {
  readonly url: string;
  /** What was asked, newest last. */
  readonly polls: TaskPoll[];
  /** undefined: the relay fails. */
  answer: (poll: TaskPoll) => TaskPollAnswer | undefined;
  close(): Promise<void>;
}

export async function fakeRelay(internalToken: string): Promise<FakeRelay> {
  const relay: Pick<FakeRelay, 'polls' | 'answer'> = { polls: [], answer: () => ({ lost: false, reports: [] }) };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const known = request.headers['x-switchyard-internal'] === internalToken;
    const poll: TaskPoll = JSON.parse(body);
    relay.polls.push(poll);
    const answer = known && request.url === '/internal/tasks/poll' ? relay.answer(poll) : undefined;
    response.writeHead(answer ? 200 : 502, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: 'The upstream did not answer.' }));
  });
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
