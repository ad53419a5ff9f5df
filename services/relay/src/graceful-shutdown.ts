import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Relay } from './context.ts';
import type { Acceptors } from './ingress/acceptors.ts';

const sweepMs = 50;
/** For the last words of answers that were ended here; a client that does not read them is not waited for. */
const lastWordsMs = 2_000;

/**
 * Stops serving without cutting an answer off. For `leaveMs` everything is served, but /readyz says no and every answer
 * closes its connection, so that balancers turn away by themselves. Then no connection is taken in any more; what runs, and what
 * open connections had begun to ask, may take `drainMs`, and is ended with an error after that. Resolves when nothing runs.
 */
export async function shutDownGracefully(app: FastifyInstance, acceptors: Acceptors, relay: Relay): Promise<void> {
  const { clock, config } = relay;
  relay.draining = true;
  for (const timed of clock) timed.endConnection();
  await sleep(config.leaveMs);
  // What has already arrived is read first: a request on a connection that seems idle, a connection that nobody has accepted yet.
  await turn();
  let closed = false;
  const closing = Promise.all([app.close(), acceptors.close()]).then(() => {
    closed = true;
  });
  const untilDone = async (patienceMs: number) => {
    const end = Date.now() + patienceMs;
    while (!(closed && clock.size === 0) && Date.now() < end) {
      // Kept alive by the wish of their clients, they would hold the server open for a minute.
      await turn();
      app.server.closeIdleConnections();
      await sleep(sweepMs);
    }
  };
  const interruptAll = () => {
    for (const timed of clock) timed.interrupt();
  };
  await untilDone(config.drainMs);
  interruptAll();
  await untilDone(lastWordsMs);
  app.server.closeAllConnections();
  await closing;
  interruptAll();
}
