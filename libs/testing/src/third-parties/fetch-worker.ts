import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a worker was told to call. */
export interface WorkerOrder {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As the worker sends it on. */
  readonly body: string | undefined;
}

export interface FakeFetchWorker {
  readonly url: string;
  readonly key: string;
  /** Newest last; those with a wrong key are not among them. */
  readonly orders: WorkerOrder[];
  /** What the called ones answer. */
  answer: (order: WorkerOrder) => { readonly status: number; readonly type: string; readonly body: string | Buffer };
  close(): Promise<void>;
}

/** A worker as gateways of this family let call addresses: POST / with {url, key, method, headers, body}, https only. */
export async function fakeFetchWorker(): Promise<FakeFetchWorker> {
  const key = 'canary-worker-key';
  const fake: Pick<FakeFetchWorker, 'orders' | 'answer'> = {
    orders: [],
    answer: () => ({ status: 200, type: 'text/plain', body: 'called' }),
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const isOrder = request.method === 'POST' && request.headers['content-type'] === 'application/json';
    const order = isOrder ? JSON.parse(text) : {};
    if (order.key !== key) return response.writeHead(403).end('Forbidden');
    if (!/^https:\/\//.test(order.url) || order.follow_redirects !== false) return response.writeHead(400).end();
    const { url, method = 'GET', headers = {}, body } = order;
    const heard = { url, method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
    fake.orders.push(heard);
    const answer = fake.answer(heard);
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
