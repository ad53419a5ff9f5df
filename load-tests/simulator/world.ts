import type { Bus } from '@switchyard/bus';
import { type HoldRequest, type Kv, openKv } from '@switchyard/kv';
import { createLogger, type Logger } from '@switchyard/log';
import type { LoadBalance } from '@switchyard/relay/money';
import { BillingProcess } from './billing.ts';
import { Clock } from './clock.ts';
import { Disk } from './disk.ts';
import { Journal } from './journal.ts';
import { Network, Server } from './network.ts';
import { Process } from './process.ts';
import type { Random } from './random.ts';
import { directoryOf, type Question, RelayProcess } from './relay.ts';
import type { Request } from './request.ts';
import { UsageStream } from './stream.ts';

/** Any time later than 2020 will do. */
export const startMs = 1_800_000_000_000;
const log: Logger = createLogger({ service: 'simulator', level: 'silent' });

/** What a mutation puts in place of something, to see it found. */
export interface Mutation {
  readonly kv?: (kv: Kv, world: World) => Kv;
  readonly journal?: (journal: Journal) => void;
  readonly disk?: (disk: Disk) => void;
}

/** Everything that one seed plays with: stores, processes, customers, and what is true of all requests. */
export class World {
  readonly random: Random;
  readonly log = log;
  readonly clock = new Clock(startMs);
  readonly disk = new Disk(this.clock);
  readonly network: Network;
  readonly redis = new Server('redis');
  readonly nats = new Server('nats');
  readonly postgres = new Server('postgres');
  readonly stream = new UsageStream();
  readonly journal = new Journal();
  readonly requests: Request[] = [];
  /** By their place; undefined while one is dead. */
  readonly relays: (RelayProcess | undefined)[] = [];
  readonly billings: (BillingProcess | undefined)[] = [];
  /**
   * The store was emptied, and what a relay held or had not published could not be known when it opened again: the relay
   * was dead or frozen, or nothing of it arrived. Whoever has requests there may spend that much twice.
   */
  wasBlind = false;
  /** Things that must never happen. */
  readonly failures: string[] = [];
  readonly limitedTokens = new Set<number>();
  readonly maxSpare: number;
  readonly #mutation: Mutation;
  readonly #tell: ((line: string) => void) | undefined;
  #kv: Kv | undefined;
  #wasEmptied = false;
  #lives = 0;
  readonly #dooms = new Map<Process, { calls: number; changes: number }>();

  constructor(random: Random, mutation: Mutation, tell?: (line: string) => void) {
    this.random = random;
    this.network = new Network(this.clock, random);
    this.maxSpare = random.one([0, 2_000, 1_000_000]);
    this.#mutation = mutation;
    this.#tell = tell;
    this.network.onCall = (from) => {
      const doom = this.#dooms.get(from);
      if (doom && doom.calls-- <= 0) this.kill(from);
    };
    this.disk.onChange = (bytes) => {
      const { current } = this.clock;
      const doom = current && this.#dooms.get(current);
      if (!doom || doom.changes-- > 0) return bytes;
      this.kill(current);
      return random.whole(0, bytes);
    };
    mutation.journal?.(this.journal);
    mutation.disk?.(this.disk);
  }

  trace(line: () => string): void {
    this.#tell?.(`${((this.clock.now - startMs) / 1_000).toFixed(3).padStart(9)} ${line()}`);
  }

  fail(what: string): void {
    this.trace(() => `FAILURE ${what}`);
    this.failures.push(what);
  }

  /** Puts an empty store in the place of the one there is. */
  async emptyKv(): Promise<void> {
    this.#wasEmptied = this.#kv !== undefined;
    for (const [index, relay] of this.relays.entries()) {
      if (relay ? !relay.isRecovered : this.disk.count(directoryOf(index)) > 0) this.wasBlind = true;
    }
    const kv = await openKv({});
    this.#kv = this.#mutation.kv?.(kv, this) ?? kv;
  }

  /** As the processes see it: calls travel, and may fail. */
  kvOf(): Kv {
    return this.#remoteKv;
  }

  /** As the judge sees it. */
  get kv(): Kv {
    return this.#kv as Kv;
  }

  readonly #remoteKv: Kv = {
    description: 'simulated',
    shared: true,
    wallet: this.#remote('wallet'),
    limiter: this.#remote('limiter'),
    epoch: this.#remote('epoch'),
    relays: this.#remote('relays'),
    ping: () => this.network.call(this.redis, () => {}),
    close: async () => {},
  };

  #remote<Part extends 'wallet' | 'limiter' | 'epoch' | 'relays'>(part: Part): Kv[Part] {
    return new Proxy({} as Kv[Part], {
      get: (_, name: string) => {
        return (...values: unknown[]) => {
          const from = this.clock.current?.name;
          return this.network.call(this.redis, async () => {
            await this.#watch(part, name, values);
            const target = this.kv[part] as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
            const answer = await target[name]?.(...values);
            if (part === 'wallet') {
              this.trace(() => `  ${from} ${name}(${JSON.stringify(values)}) → ${JSON.stringify(answer)}`);
            }
            return answer;
          });
        };
      },
    });
  }

  /** A hold that is registered when the store is open again, and was not before, was not looked at by the gate. */
  async #watch(part: string, name: string, values: readonly unknown[]): Promise<void> {
    const request = values[0] as HoldRequest;
    if (part !== 'wallet' || name !== 'hold' || !request.force) return;
    if ((await this.kv.epoch.read()) === undefined) return;
    const wallet = await this.kv.wallet.read(request.userId);
    const journaled = this.journal.holds.get(request.holdId)?.journaled ?? 0;
    if (request.total > journaled && !wallet?.holds.some(({ id }) => id === request.holdId)) this.wasBlind = true;
  }

  /** The stream as the processes see it. */
  readonly bus = {
    description: 'simulated',
    shared: true,
    publishUsage: (message: Uint8Array, id: string) =>
      this.network.call(this.nats, () => this.stream.store(message, id, this.clock.now)),
    usageProgress: () => this.network.call(this.nats, () => this.stream.progress()),
  } as unknown as Bus;

  readonly loadBalance: LoadBalance = (userId, tokenId) =>
    this.network.call(this.postgres, () => {
      const [figures] = this.journal.figures({ userIds: [userId], tokenIds: [tokenId] });
      return figures && { account: figures.account, token: figures.tokens[0] };
    });

  /** Tells every relay that lives that a user changed; some do not hear it. */
  notify(userId: number): void {
    for (const relay of this.relays) {
      if (!relay || this.random.chance(0.1)) continue;
      this.clock.after(this.random.whole(0, 20), () => relay.recheck(userId), relay.process);
    }
  }

  newRequestId(): string {
    const time = this.clock.now.toString(16).padStart(12, '0');
    const number = this.requests.length.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number}`;
  }

  async startRelay(index: number): Promise<void> {
    if (this.relays[index]) return;
    const process = new Process(`relay-${index}.${++this.#lives}`);
    this.trace(() => `${process.name} starts`);
    await this.clock.as(process, () => {
      try {
        this.relays[index] = new RelayProcess(this, process, index);
      } catch (error) {
        // Within the millisecond in which the last one began: its segment has the same name.
        if (!String(error).includes('EEXIST')) throw error;
        this.kill(process);
      }
    });
  }

  async startBilling(index: number): Promise<void> {
    if (this.billings[index]) return;
    const process = new Process(`billing-${index}.${++this.#lives}`);
    this.trace(() => `${process.name} starts`);
    await this.clock.as(process, () => {
      this.billings[index] = new BillingProcess(this, process);
    });
  }

  ask(index: number, question: Question): void {
    const relay = this.relays[index];
    if (relay) this.clock.after(0, () => void relay.ask(question), relay.process);
  }

  /** Ends a relay as an operator does. */
  stopRelay(index: number): void {
    const relay = this.relays[index];
    if (relay) this.clock.after(0, () => void relay.stop().then(() => this.kill(relay.process)), relay.process);
  }

  kill(process: Process): void {
    if (!process.alive) return;
    this.trace(() => `${process.name} is killed`);
    process.kill();
    this.#dooms.delete(process);
    for (const [index, relay] of this.relays.entries()) {
      if (relay?.process !== process) continue;
      this.relays[index] = undefined;
      if (!this.#wasEmptied || relay.isQuiet) continue;
      void this.kv.epoch.read().then((mark) => {
        if (mark === undefined) this.wasBlind = true;
      });
    }
    for (const [index, one] of this.billings.entries()) if (one?.process === process) this.billings[index] = undefined;
  }

  /** The process dies in the middle of one of its next calls or changes to files. */
  doom(process: Process): void {
    this.#dooms.set(process, { calls: this.random.whole(0, 12), changes: this.random.whole(0, 6) });
  }

  /** No further harm is done to anyone. */
  pardon(): void {
    this.#dooms.clear();
    for (const server of [this.redis, this.nats, this.postgres]) {
      server.isAway = false;
      server.lossRate = 0;
      server.slowRate = 0;
    }
  }
}
