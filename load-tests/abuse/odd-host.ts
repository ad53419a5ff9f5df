import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Writes an answer's bytes to the connection, as they are. */
export type OddAnswer = (socket: Socket) => void | Promise<void>;

/** A host that answers with whatever bytes a case wants. Its paths begin with the model's name. */
export interface OddHost {
  readonly url: string;
  /** Answers all calls for a model this way from now on. */
  answer(model: string, answer: OddAnswer): void;
  /** How often it was called, for one model or at all. */
  calls(model?: string): number;
  close(): Promise<void>;
}

export async function startOddHost(address = '127.0.0.1'): Promise<OddHost> {
  const answers = new Map<string, OddAnswer>();
  const counts = new Map<string, number>();
  const server = createServer(async (request) => {
    const model = request.url?.split('/', 2)[1] ?? '';
    counts.set(model, (counts.get(model) ?? 0) + 1);
    const { socket } = request;
    socket.on('error', () => {});
    request.resume();
    await once(request, 'end').catch(() => {});
    await answers.get(model)?.(socket);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    answer: (model, answer) => void answers.set(model, answer),
    calls: (model) =>
      model === undefined ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(model) ?? 0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
