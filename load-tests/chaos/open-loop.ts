import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Question, Seen } from './client.ts';

/**
 * Asks `perSecond` times a second as a Poisson process, whatever becomes of those asked before: a gateway that is slow is not spared.
 * `stop` waits for those under way.
 */
export function openLoop(client: Client, perSecond: number, question: () => Question): { stop(): Promise<void> } {
  const asked: Promise<Seen>[] = [];
  let going = true;
  const begin = async () => {
    let next = performance.now();
    while (going && !client.closed) {
      next += (-Math.log(1 - Math.random()) * 1_000) / perSecond;
      const wait = next - performance.now();
      if (wait > 0) await sleep(wait);
      asked.push(client.ask(question()));
    }
  };
  const beginning = begin();
  return {
    async stop() {
      going = false;
      await beginning;
      await Promise.all(asked);
    },
  };
}
