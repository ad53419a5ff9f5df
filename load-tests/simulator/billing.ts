import { setTimeout as sleep } from 'node:timers/promises';
import { applyFigures, type Figures, type Ports, readEvents, runEpochGate } from '@switchyard/billing/money';
import type { Kv } from '@switchyard/kv';
import type { Process } from './process.ts';
import type { World } from './world.ts';

const pollMs = 500;
const messagesPerBatch = 50;
const outboxMs = 800;
const settleHoldsMs = 60_000;

/**
 * One life of billing. What events say, what changes they make, what the wallet is told and when the store opens is the
 * product's code; the loops around it, and their statements, are said again here.
 */
export class BillingProcess {
  readonly process: Process;
  readonly #world: World;
  readonly #kv: Kv;

  /** Must be made in the name of `process`. */
  constructor(world: World, process: Process) {
    this.process = process;
    this.#world = world;
    this.#kv = world.kvOf();
    runEpochGate({ kv: this.#kv, bus: world.bus, log: world.log } as Ports);
    void this.#consume();
    void this.#publishOutbox();
    void this.#settleHolds();
  }

  /** `consumeUsage`: acknowledged when the journal has it and the wallet knows. */
  async #consume(): Promise<void> {
    const { network, nats, stream, clock, random, postgres, journal } = this.#world;
    for (;;) {
      if (!stream.hasDue(clock.now)) {
        await sleep(pollMs);
        continue;
      }
      const batch = await network.call(nats, () => stream.take(messagesPerBatch, clock.now, random)).catch(() => []);
      const { events, rejected } = readEvents(batch.map(({ data }) => data));
      if (rejected.length > 0) this.#world.fail(`billing cannot read ${rejected[0]?.line}`);
      const figures = await untilDone(() => network.call(postgres, () => journal.settle(events)));
      this.#world.trace(
        () => `${this.process.name} settled ${events.map(({ event }) => `${event.id}=${event.charge}`)}`,
      );
      await this.#apply(figures);
      for (const { sequence } of batch) {
        void network.call(nats, () => stream.acknowledge(sequence)).catch(() => {});
      }
    }
  }

  /** `runOutbox`. */
  async #publishOutbox(): Promise<void> {
    const { network, postgres, journal } = this.#world;
    for (;;) {
      await sleep(outboxMs);
      if (journal.outbox.size === 0) continue;
      const rows = [...journal.outbox];
      const userIds = rows.map(([, userId]) => userId);
      const tokenIds = [...journal.tokens].filter(([, { userId }]) => userIds.includes(userId)).map(([id]) => id);
      try {
        await applyFigures(this.#kv, await network.call(postgres, () => journal.figures({ userIds, tokenIds })));
        for (const userId of userIds) this.#world.notify(userId);
        await network.call(postgres, () => {
          for (const [id] of rows) journal.outbox.delete(id);
        });
      } catch {
        // The rows are still there.
      }
    }
  }

  /** The job of the same name. */
  async #settleHolds(): Promise<void> {
    const { network, postgres, journal } = this.#world;
    for (;;) {
      await sleep(settleHoldsMs);
      try {
        for (const userId of journal.accounts.keys()) {
          const wallet = await this.#kv.wallet.read(userId);
          const holds = wallet?.holds.filter(({ closed, total, journaled }) => closed && total > journaled) ?? [];
          if (holds.length === 0) continue;
          const holdIds = holds.map(({ id }) => id);
          const figures = await network.call(postgres, () => journal.figures({ userIds: [userId], holdIds }));
          await applyFigures(this.#kv, figures);
        }
      } catch {
        // Tried again at the next turn.
      }
    }
  }

  async #apply(figures: readonly Figures[]): Promise<void> {
    await untilDone(() => applyFigures(this.#kv, figures));
  }
}

/** The product's, without its log. */
async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      return await work();
    } catch {
      await sleep(pauseMs);
    }
  }
}
