import type { IncomingHttpHeaders } from 'node:http';
import { GatewayError, refuse } from '../errors.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import { shareBytes } from '../metering/kept-events.ts';
import type { Outcome } from '../metering/meter.ts';
import type { Settlement, Standing } from '../metering/settlement.ts';
import type { AnyTap, RawTap, StreamTap, WholeTap } from '../metering/tap.ts';
import type { Channel } from '../routing/channel.ts';
import type { ChannelReports } from '../routing/channel-reports.ts';
import type { Itinerary } from '../routing/tries.ts';
import type { CompletionRule } from '../words/rules.ts';
import { AnswerFacts } from './answer-facts.ts';
import type { Attempt, AttemptListener } from './attempt.ts';
import { Calls } from './calls.ts';
import type { Clock, Timed } from './clock.ts';
import type { Drains } from './drains.ts';
import { type Failure, hideKey, readRefusal, readThrown, unusable } from './failure.ts';
import type { ByteText } from './framing/byte-text.ts';
import { openTap, soundOperations } from './open-tap.ts';
import { Outbound, type OutboundTools } from './outbound.ts';
import { leftInSilence, overdue } from './overdue.ts';
import type { Reply } from './reply.ts';
import { isUnknownPath } from './unknown-path.ts';

export interface ExchangeTools extends OutboundTools {
  readonly clock: Clock;
  readonly reports: ChannelReports;
  readonly drains: Drains;
}

/** Where a request may go, and who hears which channel answered. */
export interface Plan extends Itinerary {
  /** Words that are taken out of the answer. */
  readonly words?: CompletionRule | undefined;
  readonly served?: ((channel: Channel) => void) | undefined;
}

const keepAliveAfterMs = 10_000;
/** With the ticks of the clock between, a killed process forgets a second at most. */
const noteEveryMs = 700;
const drainMs = 60_000;
const longestBodyBytes = 64 * 1_048_576;

/** One request on its way to a channel and back: asks until one answers, passes its bytes on, settles. */
export class Exchange implements AttemptListener, Timed {
  readonly #tools: ExchangeTools;
  readonly #plan: Plan;
  readonly #request: RelayRequest;
  readonly #outbound: Outbound;
  readonly #settlement: Settlement;
  readonly #reply: Reply;
  /** This and all times below are by the clock of `performance`. */
  readonly #begunAt: number;
  readonly #calls: Calls;
  #tap: AnyTap | undefined;
  #firstByteMs = 0;
  #notedAt: number;
  /** At the clock; −1 before it is there. */
  #place = -1;
  #drainUntil = 0;
  #finished = false;

  constructor(
    tools: ExchangeTools,
    plan: Plan,
    request: RelayRequest,
    headers: IncomingHttpHeaders,
    settlement: Settlement,
    reply: Reply,
  ) {
    this.#tools = tools;
    this.#plan = plan;
    this.#request = request;
    this.#outbound = new Outbound(request, headers, settlement.account.caller.userId, tools, reply);
    this.#settlement = settlement;
    this.#reply = reply;
    this.#begunAt = settlement.account.begunAt;
    this.#notedAt = this.#begunAt;
    this.#calls = new Calls(plan, request, this.#outbound, settlement, tools.reports, this);
  }

  get streams(): boolean {
    return this.#request.stream;
  }

  start(): void {
    if (this.#reply.closed) {
      // The client left while it waited to be admitted: nobody is asked for an answer that nobody gets.
      this.#leaveClient();
      return;
    }
    // The upstream works meanwhile: what does not need to come before the call comes behind it.
    this.#askNext(undefined);
    if (this.#finished) return;
    this.#reply.onClose(() => this.#onClientGone());
    this.#reply.onDrain(() => this.#onDrained());
    this.#place = this.#tools.clock.add(this);
  }

  endConnection(): void {
    this.#reply.endConnection();
  }

  /** Ends a running request because the process must stop. */
  interrupt(): void {
    this.#calls.attempt?.abandon('shutting down');
    this.#end('interrupted', refuse('unavailable', 'this server is restarting'));
  }

  /** Writes down what an answer has cost so far. */
  note(): void {
    const tap = this.#tap;
    if (this.#firstByteMs === 0 || this.#finished) return;
    this.#notedAt = performance.now();
    if (tap?.kind === 'raw') this.#settlement.noteRaw(this.#standing(200, 'running'));
    if (tap?.kind !== 'stream') return;
    this.#settlement.note(tap, this.#standing(200, 'running')).then((refusal) => {
      if (refusal?.code === 'unavailable') this.#leave('balance cannot be checked', 'interrupted', refusal);
      else if (refusal) this.#cutShort(tap, 'length');
    });
  }

  onStart(attempt: Attempt, _status: number, headers: IncomingHttpHeaders): boolean {
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') return false;
    this.#outbound.readTier(attempt.endpoint, headers);
    if (attempt.amendment?.lasts)
      attempt.candidate.channel.keepAmendment(attempt.endpoint, this.#request.model, attempt.amendment);
    const { caller } = this.#settlement.account;
    this.#tap = openTap(
      {
        request: this.#request,
        endpoint: attempt.endpoint,
        answer: new AnswerFacts(this.#request, this.#settlement),
        customTools: this.#outbound.customTools,
        words: this.#plan.words,
        hideKey: (text) => attempt.candidate.channel.hideKey(text),
        mostKeptBytes: () => shareBytes(this.#tools.clock.size),
        onFinish: (parts) => this.#tools.reasoning.remember(caller.userId, parts),
      },
      headers,
    );
    return this.#tap !== undefined;
  }

  onData(chunk: Buffer): void {
    const tap = this.#tap;
    try {
      if (tap?.kind === 'stream') this.#passOn(tap, tap.push(chunk));
      else if (tap?.kind === 'raw') this.#passRaw(tap, tap.push(chunk));
      else if (tap && tap.receivedBytes > longestBodyBytes) this.#fail(unusable('the answer is too large'));
      else tap?.push(chunk);
    } catch (error) {
      this.#fail(readThrown(error));
    }
  }

  onEnd(): void {
    const tap = this.#tap;
    try {
      if (tap?.kind === 'stream') this.#endStream(tap);
      else if (tap?.kind === 'raw') this.#endRaw(tap);
      else if (tap) this.#endBody(tap);
    } catch (error) {
      this.#fail(readThrown(error));
    }
  }

  onRefused(attempt: Attempt, status: number, headers: IncomingHttpHeaders, body: string): void {
    if (status < 300) this.#fail(unusable('it answered with something else than JSON or an event stream'));
    else if (isUnknownPath(status, body, attempt.path) && this.#calls.askElsewhere(attempt)) return;
    else {
      const failure = readRefusal(attempt.endpoint.dialect, attempt.candidate.channel, status, headers, body);
      // Not for a client that left meanwhile.
      const isAmended = !this.#reply.closed && this.#calls.askAmended(attempt, failure, body);
      if (!isAmended) this.#fail(failure);
    }
  }

  onFailed(_attempt: Attempt, error: Error): void {
    // The connection broke behind the answer.
    if (this.#tap?.kind === 'stream' && this.#tap.hasEndMark) this.onEnd();
    else this.#fail(readThrown(error));
  }

  onTick(now: number): void {
    const since = { begunAt: this.#begunAt, filesReadAt: this.#outbound.filesReadAt, streams: this.streams };
    const late = this.#calls.attempt && overdue(this.#calls.attempt, since, this.#reply.waitsForClient, now);
    if (late) this.#fail(late);
    else if (this.#drainUntil > 0 && now > this.#drainUntil) this.#leaveClient();
    else {
      if (this.#drainUntil === 0) this.#lookAfterClient(now);
      if (this.#request.stream && now - this.#notedAt >= noteEveryMs) this.note();
    }
  }

  #lookAfterClient(now: number): void {
    if (this.#calls.attempt && this.#reply.waitsForClient)
      this.#reply.watch(this.#calls.attempt.candidate.channel.timeouts.idleMs);
    else if (this.#request.stream) this.#keepAlive(now);
  }

  /** What it writes may be the first of the answer, with the headers. */
  #keepAlive(now: number): void {
    // Within bytes that are no events it would be one of them, and before the first nobody knows what comes.
    const mayBeRaw = this.#firstByteMs === 0 && soundOperations.has(this.#request.operation);
    if (mayBeRaw || this.#tap?.kind === 'raw') return;
    this.#reply.warn(this.#outbound.warnings);
    this.#reply.keepAlive(now, keepAliveAfterMs);
  }

  #askNext(failure: Failure | undefined): void {
    this.#tap = undefined;
    const error = this.#calls.askNext(failure);
    if (error) this.#end('upstream_failed', error);
  }

  #passOn(tap: StreamTap, events: ByteText | undefined): void {
    if (this.#firstByteMs === 0 || tap.failure()) {
      const error = tap.failure();
      if (error) {
        this.#failBehind(events, unusable(error.message, error));
        return;
      }
      if (!events && !tap.stopped) return;
      this.#begin();
    }
    if (events && this.#drainUntil === 0 && !this.#reply.stream(events)) {
      this.#calls.attempt?.pause();
      if (!this.#reply.isWithSystem) tap.condense();
    }
    if (tap.stopped) this.#cutShort(tap, 'filtered');
  }

  #passRaw(tap: RawTap, bytes: Buffer): void {
    if (this.#firstByteMs === 0) {
      this.#begin();
      // Its price is known from the start: a killed process forgets none of it.
      this.note();
    }
    if (this.#drainUntil === 0 && !this.#reply.pass(bytes, tap.contentType)) this.#calls.attempt?.pause();
  }

  #endStream(tap: StreamTap): void {
    const rest = tap.flush();
    const error = tap.failure();
    // Bytes that are no events, such as lines that end in CR alone, are no answer either.
    const isEmpty = tap.receivedBytes === 0 || (!rest && this.#firstByteMs === 0);
    if (error || isEmpty) {
      this.#failBehind(rest, unusable(error?.message ?? 'it answered with nothing', error));
      return;
    }
    this.#begin();
    this.#succeed(tap, () => this.#reply.endStream(rest));
  }

  #endRaw(tap: RawTap): void {
    if (tap.receivedBytes === 0) {
      this.#fail(unusable('it answered with nothing'));
      return;
    }
    this.#succeed(tap, () => this.#reply.endPassed());
  }

  #endBody(tap: WholeTap): void {
    const failure = tap.problem();
    if (failure) {
      this.#fail(failure);
      return;
    }
    const { stream } = this.#request;
    // Written before the charge is: what cannot be written is no answer.
    const bytes = stream ? tap.asStream() : tap.bytes();
    this.#begin();
    this.#succeed(tap, () => {
      if (typeof bytes === 'string') this.#reply.endStream(bytes);
      else this.#reply.send(200, tap.contentType, bytes);
    });
  }

  /** From here on no other channel can take over. */
  #begin(): void {
    this.#reply.warn(this.#outbound.warnings);
    if (this.#firstByteMs > 0) return;
    this.#firstByteMs = Math.max(1, Math.round(performance.now() - this.#begunAt));
    this.#calls.attempt?.candidate.health.answered();
  }

  #succeed(tap: AnyTap, written: () => void): void {
    const attempt = this.#calls.attempt as Attempt;
    this.#calls.note(attempt);
    // A drained answer is whole, but nobody got it.
    const standing = this.#drainUntil > 0 ? this.#standing(499, 'client_gone') : this.#standing(200, 'done');
    this.#settle(tap, standing, written);
    // The client need not wait for what the next request may know.
    this.#plan.served?.(attempt.candidate.channel);
    if (attempt.candidate.health.succeed(Date.now())) {
      this.#tools.reports.recovered(attempt.candidate.channel, this.#settlement.account.model);
    }
  }

  /** A stream broke off. What came before is the client's, unless another channel can still answer. */
  #failBehind(events: ByteText | undefined, failure: Failure): void {
    if (events && this.#firstByteMs > 0 && this.#drainUntil === 0) this.#reply.stream(events);
    this.#fail(failure);
  }

  /** The attempt is over without a usable answer. */
  #fail(unread: Failure): void {
    const attempt = this.#calls.attempt;
    if (!attempt || this.#finished) return;
    const failure = hideKey(unread, attempt.candidate.channel);
    attempt.abandon('given up');
    this.#calls.note(attempt);
    this.#tools.reports.failed(attempt.candidate, this.#settlement.account, failure);
    const untouched = this.#firstByteMs === 0 && this.#drainUntil === 0 && !this.#reply.closed;
    if (untouched && failure.retry && this.#calls.open) this.#askNext(failure);
    else this.#end(failure.timedOut ? 'timed_out' : 'upstream_failed', failure.error);
  }

  /** Ends a request that was not answered to its end. What was received is charged. */
  #end(ended: Outcome['ended'], error: GatewayError): void {
    const tap = this.#firstByteMs > 0 ? this.#tap : undefined;
    this.#settle(tap, this.#standing(error.status, ended, error.message), () => {
      if (!this.#reply.begun) this.#reply.sendError(error);
      else if (tap?.kind === 'raw') this.#reply.breakOff();
      else if (tap?.kind === 'stream' && tap.failureSeen) this.#reply.endStream(undefined);
      else this.#reply.failStream(error);
    });
  }

  /** The balance is used up, or a word came that may not pass: the answer ends as one that reached its limit, or was filtered. */
  #cutShort(tap: StreamTap, ended: 'length' | 'filtered'): void {
    const attempt = this.#calls.attempt;
    if (!attempt || this.#finished) return;
    attempt.abandon(ended === 'length' ? 'balance used up' : 'filtered');
    attempt.candidate.health.release();
    this.#calls.note(attempt);
    const cut = tap.cut();
    this.#settle(tap, this.#standing(200, ended), () => this.#reply.endStream(cut));
  }

  #onDrained(): void {
    this.#reply.drained();
    this.#calls.attempt?.resume();
  }

  #onClientGone(): void {
    if (this.#finished) return;
    if (this.#calls.attempt?.candidate.channel.drain && this.#drainUntil === 0 && this.#tools.drains.begin()) {
      this.#drainUntil = performance.now() + drainMs;
      // A paused upstream would wait for a client that never comes back.
      this.#calls.attempt.resume();
    } else this.#leaveClient();
  }

  #leaveClient(): void {
    const error = new GatewayError({ code: 'client_gone', status: 499, message: 'The client left.' });
    this.#leave('client gone', 'client_gone', error);
  }

  /** Cuts the upstream off, which did nothing wrong unless it had said nothing for long: clients may always leave before it is overdue. */
  #leave(reason: string, ended: Outcome['ended'], error: GatewayError): void {
    const attempt = this.#calls.attempt;
    if (attempt && !this.#finished) {
      attempt.abandon(reason);
      const silence = leftInSilence(attempt, this.#outbound.filesReadAt, performance.now());
      if (silence) this.#tools.reports.failed(attempt.candidate, this.#settlement.account, silence);
      else attempt.candidate.health.release();
      this.#calls.note(attempt);
    }
    this.#end(ended, error);
  }

  #settle(tap: AnyTap | undefined, standing: Standing, written: () => void): void {
    if (this.#finished) return;
    this.#finished = true;
    if (this.#drainUntil > 0) this.#tools.drains.end();
    if (this.#place >= 0) this.#tools.clock.remove(this.#place);
    void this.#settlement.settle(tap, standing, written);
  }

  #standing(status: number, ended: Outcome['ended'], error?: string): Standing {
    return {
      status,
      ended,
      error,
      channel: this.#calls.attempt?.candidate.channel,
      firstByteMs: this.#firstByteMs,
      serviceTier: this.#outbound.serviceTier,
      leavesOutCached: this.#calls.attempt?.endpoint.dialect.leavesOutCached,
      tries: this.#calls.made,
    };
  }
}
