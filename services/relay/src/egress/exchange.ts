import type { IncomingHttpHeaders } from 'node:http';
import type { ChannelTry, UsageTokens } from '@switchyard/contracts';
import type { UpstreamDialect } from '../dialects/dialect.ts';
import { GatewayError, refuse } from '../errors.ts';
import type { RelayRequest } from '../ingress/openai/read-request.ts';
import { BodyTap } from '../metering/body-tap.ts';
import type { Account, Meter, Outcome } from '../metering/meter.ts';
import { SseTap } from '../metering/sse-tap.ts';
import type { TokenCounter } from '../metering/token-counter.ts';
import type { Candidate } from '../routing/candidates.ts';
import type { ChannelReports } from '../routing/channel-reports.ts';
import { Attempt, type AttemptListener } from './attempt.ts';
import type { Clock, Timed } from './clock.ts';
import { type Failure, readRefusal, readTransportError, timedOut, unusable } from './failure.ts';
import type { Reply } from './reply.ts';

/** What every exchange needs. */
export interface ExchangeTools {
  readonly clock: Clock;
  readonly meter: Meter;
  readonly counter: TokenCounter;
  readonly reports: ChannelReports;
  /** The next channel for a request that tried these; undefined when none is left. */
  readonly choose: (tried: readonly number[]) => Candidate | undefined;
  /** Most channels tried after the first. */
  readonly retries: number;
  /** Price of a prompt and a completion, for growing holds. */
  readonly ceiling: (promptTokens: number, completionTokens: number) => number;
  readonly forbidden: readonly string[];
}

const keepAliveAfterMs = 10_000;
const noteEveryMs = 1_000;
const drainMs = 60_000;
const longestBodyBytes = 64 * 1_048_576;
/** Completion tokens that a running stream stays ahead of in its hold. */
const holdAheadTokens = 1_024;
const nothing: UsageTokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };

/** One request on its way to a channel and back: tries channels until one answers, passes its bytes on, settles. */
export class Exchange implements AttemptListener, Timed {
  readonly #tools: ExchangeTools;
  readonly #request: RelayRequest;
  readonly #account: Account;
  readonly #promptTokens: number;
  readonly #reply: Reply;
  readonly #tries: ChannelTry[] = [];
  readonly #tried: number[] = [];
  #attempt: Attempt | undefined;
  #tap: SseTap | BodyTap | undefined;
  #lastByteAt = 0;
  #firstByteMs = 0;
  #notedAt: number;
  #extending = false;
  #drainUntil = 0;
  #finished = false;

  constructor(tools: ExchangeTools, request: RelayRequest, account: Account, promptTokens: number, reply: Reply) {
    this.#tools = tools;
    this.#request = request;
    this.#account = account;
    this.#promptTokens = promptTokens;
    this.#reply = reply;
    this.#notedAt = account.startedAt;
  }

  /** Begins, with a channel when one is given (a pinned one), else with the choice of routing. */
  start(pinned?: Candidate): void {
    this.#reply.onClose(() => this.#onClientGone());
    this.#reply.onDrain(() => this.#attempt?.resume());
    this.#tools.clock.add(this);
    this.#tryNext(pinned, undefined);
  }

  /** Ends a running stream when the process must stop. */
  interrupt(): void {
    if (this.#finished) return;
    this.#attempt?.abandon('shutting down');
    void this.#end('interrupted', refuse('unavailable', 'this server is restarting'));
  }

  onStart(attempt: Attempt, _status: number, headers: IncomingHttpHeaders): boolean {
    this.#lastByteAt = Date.now();
    const type = headers['content-type'] ?? '';
    if (type.startsWith('text/html') || headers['content-encoding'] !== undefined) return false;
    const { dialect } = attempt.endpoint;
    this.#tap =
      this.#request.stream && type.startsWith('text/event-stream')
        ? new SseTap(dialect, !this.#request.wantsUsage)
        : new BodyTap(dialect);
    return true;
  }

  onData(chunk: Buffer): void {
    const now = Date.now();
    this.#lastByteAt = now;
    const tap = this.#tap;
    if (tap instanceof SseTap) this.#passOn(tap.push(chunk), now);
    else if (tap) {
      if (tap.receivedBytes > longestBodyBytes) this.#fail(unusable('the answer is too large'));
      else tap.push(chunk);
    }
  }

  onEnd(): void {
    const tap = this.#tap;
    if (tap instanceof SseTap) this.#endStream(tap);
    else if (tap) this.#endBody(tap);
  }

  onRefused(attempt: Attempt, status: number, headers: IncomingHttpHeaders, body: string): void {
    if (status < 300) this.#fail(unusable('it answered with something else than JSON or an event stream'));
    else this.#fail(readRefusal(attempt.endpoint.dialect, attempt.candidate.channel, status, headers, body));
  }

  onFailed(_attempt: Attempt, error: Error): void {
    this.#fail(readTransportError(error));
  }

  onTick(now: number): void {
    const attempt = this.#attempt;
    if (!attempt || this.#finished) return;
    const { timeouts } = attempt.candidate.channel;
    if (this.#drainUntil > 0 && now > this.#drainUntil) return this.#giveUpDraining();
    if (now - this.#account.startedAt > timeouts.totalMs) return this.#fail(timedOut('the whole answer'));
    if (attempt.status === 0) {
      if (now - attempt.startedAt > timeouts.firstByteMs) return this.#fail(timedOut('its first byte'));
    } else if (now - this.#lastByteAt > timeouts.idleMs && !this.#reply.waitsForClient) {
      return this.#fail(timedOut('more of its answer'));
    }
    if (!this.#request.stream || this.#drainUntil > 0) return;
    this.#reply.keepAlive(now, keepAliveAfterMs);
    if (now - this.#notedAt >= noteEveryMs) this.#note(now);
  }

  /** Writes down what a stream has cost so far and keeps its hold ahead of it. */
  note(): void {
    if (this.#tap instanceof SseTap && !this.#finished) this.#note(Date.now());
  }

  #tryNext(candidate: Candidate | undefined, failure: Failure | undefined): void {
    const next = candidate ?? this.#tools.choose(this.#tried);
    if (!next) {
      const { caller, model } = this.#account;
      void this.#end('upstream_failed', failure?.error ?? refuse('no_channel', caller.group, model));
      return;
    }
    this.#tried.push(next.channel.id);
    const endpoint = next.channel.endpoint(this.#request.operation, this.#account.model);
    const call =
      endpoint &&
      next.channel.prepare(
        endpoint,
        this.#account.model,
        this.#request.stream,
        this.#request.body,
        this.#tools.forbidden,
      );
    if (!endpoint || !call) {
      next.health.release();
      return this.#tryNext(
        undefined,
        failure ?? {
          error: refuse('no_channel', this.#account.caller.group, this.#account.model),
          retry: true,
          blame: 'none',
        },
      );
    }
    this.#tap = undefined;
    this.#attempt = new Attempt(next, endpoint, this);
    this.#attempt.send(call);
  }

  #passOn(events: Buffer | undefined, now: number): void {
    if (!events) return;
    if (this.#firstByteMs === 0) {
      const error = events.includes('"error"') ? this.#errorIn(events) : undefined;
      if (error) return this.#fail(error);
      this.#firstByteMs = Math.max(1, now - this.#account.startedAt);
    }
    if (this.#drainUntil === 0 && !this.#reply.stream(events)) this.#attempt?.pause();
  }

  #errorIn(bytes: Buffer): Failure | undefined {
    const attempt = this.#attempt as Attempt;
    const tap = new SseTap(attempt.endpoint.dialect, false);
    tap.push(bytes);
    const error = attempt.endpoint.dialect.errorIn(tap.lastEvent());
    return error && unusable(error.message, error);
  }

  #endStream(tap: SseTap): void {
    const rest = tap.flush();
    if (tap.receivedBytes === 0) return this.#fail(unusable('it answered with nothing'));
    if (this.#firstByteMs === 0) this.#firstByteMs = Date.now() - this.#account.startedAt;
    this.#succeed();
    void this.#settle(tap, this.#done(), () => this.#reply.endStream(rest));
  }

  #endBody(tap: BodyTap): void {
    const bytes = tap.bytes();
    if (bytes.length === 0) return this.#fail(unusable('it answered with nothing'));
    const { dialect } = (this.#attempt as Attempt).endpoint;
    const usage = tap.usage();
    if (usage === undefined || bytes.includes('"error"')) {
      if (tap.payload() === undefined) return this.#fail(unusable('its answer is not JSON'));
      const error = dialect.errorIn(tap.payload());
      if (error) return this.#fail(unusable(error.message, error));
    }
    this.#firstByteMs = Math.max(1, Date.now() - this.#account.startedAt);
    this.#succeed();
    void this.#settle(tap, this.#done(), () => {
      if (this.#request.stream) this.#reply.endStream(this.#asStream(dialect, tap));
      else this.#reply.send(200, 'application/json', bytes);
    });
  }

  /** A drained answer is whole, but nobody got it. */
  #done(): { status: number; ended: Outcome['ended'] } {
    return this.#drainUntil > 0 ? { status: 499, ended: 'client_gone' } : { status: 200, ended: 'done' };
  }

  /** A whole answer although a stream was asked for. */
  #asStream(dialect: UpstreamDialect, tap: BodyTap): Buffer {
    const events = new SseTap(dialect, !this.#request.wantsUsage);
    const passed = events.push(Buffer.from(dialect.asStream(tap.payload())));
    return Buffer.concat([passed ?? Buffer.alloc(0), events.flush() ?? Buffer.alloc(0)]);
  }

  #succeed(): void {
    const attempt = this.#attempt as Attempt;
    this.#noteTry(attempt);
    if (attempt.candidate.health.succeed(Date.now()))
      this.#tools.reports.recovered(attempt.candidate.channel, this.#account.model);
  }

  /** The attempt is over without a usable answer. */
  #fail(failure: Failure): void {
    const attempt = this.#attempt;
    if (!attempt || this.#finished) return;
    attempt.abandon('given up');
    this.#noteTry(attempt);
    this.#tools.reports.failed(attempt.candidate, this.#account.model, failure);
    const received = this.#firstByteMs > 0;
    if (
      !received &&
      failure.retry &&
      this.#drainUntil === 0 &&
      this.#tried.length <= this.#tools.retries &&
      !this.#reply.closed
    ) {
      return this.#tryNext(undefined, failure);
    }
    void this.#end(failure.timedOut ? 'timed_out' : 'upstream_failed', failure.error);
  }

  /** Ends a request that was not answered to its end. What was received is charged. */
  async #end(ended: Outcome['ended'], error: GatewayError): Promise<void> {
    const tap = this.#firstByteMs > 0 ? this.#tap : undefined;
    const status = ended === 'client_gone' ? 499 : error.status;
    await this.#settle(tap, { status, ended, error: error.message }, () => {
      if (!this.#reply.begun) this.#reply.sendError(error);
      else this.#reply.endStream(Buffer.from(this.#dialect().writeStreamError(error)));
    });
  }

  /** Usage as reported, else counted from what was received, else none; then the charge, then `written`. */
  async #settle(
    tap: SseTap | BodyTap | undefined,
    result: { status: number; ended: Outcome['ended']; error?: string },
    written: () => void,
  ): Promise<void> {
    if (this.#finished) return;
    this.#finished = true;
    this.#tools.clock.remove(this);
    const usage = tap?.usage();
    let tokens = usage ?? nothing;
    let counted: Outcome['counted'] = usage ? 'upstream' : 'none';
    if (tap && (!usage || (usage.prompt === 0 && usage.completion === 0))) {
      const prompt = this.#dialect().readPrompt(this.#request.body.parse());
      const [promptTokens = 0, completionTokens = 0] = await this.#tools.counter.count(prompt, tap.text());
      tokens = { ...nothing, prompt: promptTokens, completion: completionTokens };
      counted = 'local';
    }
    this.#tools.meter.settle(this.#account, this.#outcome(tokens, counted, result), written);
  }

  #outcome(
    tokens: UsageTokens,
    counted: Outcome['counted'],
    result: { status: number; ended: Outcome['ended']; error?: string },
  ): Outcome {
    const channel = this.#attempt?.candidate.channel;
    const upstreamModel = channel?.upstreamModel(this.#account.model);
    return {
      ...result,
      tokens,
      counted,
      channelId: channel?.id ?? 0,
      ...(upstreamModel !== undefined && upstreamModel !== this.#account.model ? { upstreamModel } : {}),
      firstByteMs: this.#firstByteMs,
      tries: this.#tries,
    };
  }

  #note(now: number): void {
    const tap = this.#tap;
    if (!(tap instanceof SseTap) || this.#firstByteMs === 0) return;
    this.#notedAt = now;
    const completion = tap.estimatedTokens();
    const tokens = { ...nothing, prompt: this.#promptTokens, completion };
    this.#tools.meter.note(this.#account, this.#outcome(tokens, 'local', { status: 200, ended: 'running' }));
    const amount = this.#tools.ceiling(this.#promptTokens, completion + holdAheadTokens);
    if (amount > this.#account.reserved && !this.#extending) void this.#extend(tap, amount);
  }

  async #extend(tap: SseTap, amount: number): Promise<void> {
    this.#extending = true;
    const covered = await this.#tools.meter.extend(this.#account, amount);
    this.#extending = false;
    if (covered || this.#finished) return;
    // The balance is used up: the answer ends as one that reached its length limit.
    this.#attempt?.abandon('balance used up');
    this.#attempt?.candidate.health.release();
    const cut = Buffer.from(this.#dialect().writeCut(tap.lastEvent()));
    await this.#settle(tap, { status: 200, ended: 'length' }, () => {
      this.#reply.endStream(cut);
    });
  }

  #onClientGone(): void {
    if (this.#finished) return;
    const attempt = this.#attempt;
    if (attempt?.candidate.channel.drain && this.#drainUntil === 0) {
      this.#drainUntil = Date.now() + drainMs;
      // A paused upstream would wait for a client that never comes back.
      attempt.resume();
      return;
    }
    this.#giveUpDraining();
  }

  #giveUpDraining(): void {
    const attempt = this.#attempt;
    attempt?.abandon('client gone');
    attempt?.candidate.health.release();
    if (attempt) this.#noteTry(attempt);
    void this.#end('client_gone', new GatewayError({ code: 'client_gone', status: 499, message: 'The client left.' }));
  }

  #noteTry(attempt: Attempt): void {
    this.#tries.push({
      channelId: attempt.candidate.channel.id,
      status: attempt.status,
      durationMs: Date.now() - attempt.startedAt,
    });
  }

  #dialect(): UpstreamDialect {
    return (this.#attempt as Attempt).endpoint.dialect;
  }
}
