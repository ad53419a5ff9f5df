import { setTimeout as sleep } from 'node:timers/promises';
import { ceiling, compileCard, price } from '@switchyard/pricing';
import {
  type Account,
  type Caller,
  Leases,
  Meter,
  type Outcome,
  Publisher,
  RequestFigures,
  readLeftover,
  recover,
  Spool,
} from '@switchyard/relay/money';
import type { Process } from './process.ts';
import { Request } from './request.ts';
import type { World } from './world.ts';

/** 1 quota per token read, 4 per token written. */
const compiled = compileCard({ input: '2', output: '8' }, '1');
const channelId = 1;
/** As the product's: how often it looks at what runs, notes it, and how far its hold stays ahead. */
const tickMs = 250;
const noteEveryMs = 700;
const aheadTokens = 300;
const heldAtOnce = 400;
const drainMs = 10_000;

export interface Question {
  readonly userId: number;
  readonly tokenId: number;
  readonly limited: boolean;
  readonly promptTokens: number;
  /** Most that the client lets come. */
  readonly limit: number;
  readonly tokensPerTick: number;
  readonly end: 'done' | 'client_gone' | 'upstream_failed';
  /** After so many ticks, if not complete before. */
  readonly endsAfterTicks: number;
}

/** Where the relay at this place keeps its spool, life after life. */
export function directoryOf(index: number): string {
  return `/simulated/relay-${index}`;
}

/** One life of a relay: its leases, its spool, its publisher are the product's; what comes from upstream is made up. */
export class RelayProcess {
  readonly process: Process;
  readonly directory: string;
  readonly #world: World;
  readonly #leases: Leases;
  readonly #spool: Spool;
  readonly #publisher: Publisher;
  readonly #meter: Meter;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Request>();
  isRecovered = false;
  isStopping = false;

  /** Must be made in the name of `process`. */
  constructor(world: World, process: Process, index: number) {
    this.#world = world;
    this.process = process;
    this.directory = directoryOf(index);
    const { log } = world;
    const leftover = readLeftover(this.directory, (path) => world.fail(`a record in ${path} is not valid`));
    const leases = new Leases({
      relayId: process.name,
      kv: world.kvOf(),
      loadBalance: world.loadBalance,
      log,
      maxSpare: world.maxSpare,
      noteHold: (hold) => this.#spool.holdBegins(hold),
    });
    this.#leases = leases;
    this.#spool = new Spool(
      { directory: this.directory, limitBytes: 1e9, log, holds: () => leases.spent() },
      leftover.bytes,
    );
    this.#publisher = new Publisher(world.bus, this.#spool, log);
    this.#meter = new Meter({
      spool: this.#spool,
      publisher: this.#publisher,
      leases,
      limiter: world.kvOf().limiter,
      figures: new RequestFigures(() => true),
      traces: undefined,
      log,
    });
    const tools = { leftover, publisher: this.#publisher, kv: world.kvOf(), spool: this.#spool, log };
    recover(tools, this.#stopping.signal).then(
      () => {
        this.isRecovered = true;
      },
      () => {},
    );
    leases.start().catch(() => world.kill(process));
  }

  get isQuiet(): boolean {
    return this.isRecovered && !this.isStopping && this.#running.size === 0 && this.#spool.unacknowledged === 0;
  }

  recheck(userId: number): void {
    void this.#leases.recheck(userId);
  }

  /** Takes a request in and carries it. */
  async ask(question: Question): Promise<void> {
    const world = this.#world;
    const { userId, tokenId, limited, promptTokens, limit } = question;
    const request = new Request(world.newRequestId(), userId, tokenId, this.process.name);
    if (this.isStopping) return;
    world.requests.push(request);
    this.#running.add(request);
    const completionTokens = Math.min(limit, heldAtOnce);
    const lease = this.#leases.lease(userId, tokenId);
    const account: Account = {
      requestId: request.id,
      startedAt: Date.now(),
      begunAt: performance.now(),
      caller: callerOf(question),
      lease,
      price: compiled,
      model: 'm',
      operation: 'chat',
      dialect: 'openai-chat',
      stream: true,
      ip: '203.0.113.7',
      path: '/v1/chat/completions',
      reserved: ceiling(compiled, { promptTokens, completionTokens }),
      ended: false,
      countsSuccess: false,
      traceparent: undefined,
    };
    const refusal = await this.#leases.reserve(lease, limited, account.reserved);
    if (refusal) {
      world.trace(() => `${this.process.name} refuses ${request.id}: ${refusal.code}`);
      request.isRefused = true;
      account.reserved = 0;
      this.#meter.release(account);
      this.#running.delete(request);
      return;
    }
    world.trace(() => `${this.process.name} carries ${request.id} of ${userId}, reserved ${account.reserved}`);
    await this.#carry(request, account, question);
  }

  /** Ends what runs, brings all charges to the stream and gives the leases back. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.#stopping.abort();
    while (this.#running.size > 0) await sleep(50);
    await this.#publisher.drain(drainMs);
    this.#spool.close(await this.#leases.stop());
  }

  async #carry(request: Request, account: Account, question: Question): Promise<void> {
    const { promptTokens, limit, tokensPerTick, end, endsAfterTicks } = question;
    let completion = 0;
    let notedAt = Date.now();
    let isExtending = false;
    let isCovered = true;
    const tokens = () => ({ prompt: promptTokens, completion, cacheRead: 0, cacheWrite: 0 });
    const costs = () => price(compiled, tokens(), account.startedAt);
    const outcome = (ended: Outcome['ended']): Outcome => ({
      tokens: tokens(),
      counted: 'upstream',
      status: 200,
      ended,
      channelId,
      firstByteMs: 1,
      tries: [],
    });
    for (let tick = 1; ; tick++) {
      await sleep(tickMs);
      const room = Math.floor((account.reserved - promptTokens) / 4);
      completion = Math.min(completion + tokensPerTick, limit, Math.max(completion, room));
      if (completion > 0) request.costs.push(costs());
      const isLast = completion === limit || tick === endsAfterTicks || !isCovered || this.isStopping;
      if (isLast) break;
      if (completion > 0 && Date.now() - notedAt >= noteEveryMs) {
        notedAt = Date.now();
        this.#meter.note(account, outcome('running'));
      }
      const wanted = { promptTokens, completionTokens: Math.min(completion + aheadTokens, limit) };
      const amount = ceiling(compiled, wanted);
      if (amount <= account.reserved || isExtending) continue;
      isExtending = true;
      void this.#meter.extend(account, amount).then((refusal) => {
        isExtending = false;
        isCovered = refusal === undefined || refusal.code === 'unavailable';
      });
    }
    const nothing = completion === 0;
    request.final = nothing ? 0 : costs();
    const ended = nothing ? 'upstream_failed' : completion === limit ? 'done' : end;
    const last: Outcome = {
      ...outcome(ended),
      ...(nothing ? { counted: 'none', error: 'no answer', status: 502 } : {}),
    };
    this.#world.trace(() => `${this.process.name} ends ${request.id}: ${request.final}`);
    this.#meter.settle(account, last, () => {
      if (this.process.alive) request.isTold = true;
      this.#running.delete(request);
    });
  }
}

function callerOf({ userId, tokenId, limited }: Question): Caller {
  return {
    tokenId,
    tokenName: 'key',
    tokenStatus: 1,
    expiresAt: undefined,
    limits: { quota: limited, daily: false, monthly: false },
    limited,
    models: undefined,
    addresses: undefined,
    userId,
    username: 'ada',
    userStatus: 1,
    role: 1,
    userGroups: ['default'],
    group: 'default',
    scopes: [],
    limitMessage: '',
  };
}
