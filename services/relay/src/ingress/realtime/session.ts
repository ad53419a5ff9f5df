import type { Relay } from '../../context.ts';
import { readEvent, scrubbed, writeErrorEvent } from '../../dialects/openai-realtime/events.ts';
import { scrub } from '../../dialects/scrub.ts';
import { bodyFault } from '../../egress/body-fault.ts';
import type { Timed } from '../../egress/clock.ts';
import { type Failure, hideKey, noAddress, timedOut, unusable } from '../../egress/failure.ts';
import type { Message, SocketEnd } from '../../egress/socket-end.ts';
import { GatewayError, refuse } from '../../errors.ts';
import type { Outcome } from '../../metering/meter.ts';
import type { SessionCharge, SessionStanding } from '../../metering/realtime/session-charge.ts';
import type { Candidate } from '../../routing/candidates.ts';
import { type Itinerary, Tries } from '../../routing/tries.ts';
import { saysWord } from '../../words/says-word.ts';
import { reach } from './reach.ts';
import { refuseEvent } from './refuse-event.ts';

/** Where a session may go, and with which headers of the client's. */
export interface SessionPlan extends Itinerary {
  readonly headers: readonly string[];
}

type Check = (done: (refusal?: Error) => void) => void;

const noteEveryMs = 700;
/** Nobody has said anything: a client that forgot to hang up. */
const idleMs = 900_000;

/** RFC 6455, 7.4.1, and the registry of IANA. */
const closed = { leaving: 1001, refused: 1008, failed: 1011, restarting: 1012 };

/** Codes with which a host says that it cannot go on. */
const hostFailed: ReadonlySet<number> = new Set([1006, 1011, 1012, 1013, 1014]);

/** One realtime session: finds a host, passes what both sides say, notes what it costs, settles. */
export class Session implements Timed {
  readonly streams = true;
  readonly #relay: Relay;
  readonly #charge: SessionCharge;
  readonly #check: Check;
  readonly #stopping = new AbortController();
  /** At the clock. */
  readonly #place: number;
  #tries: Tries | undefined;
  #candidate: Candidate | undefined;
  #host: SocketEnd | undefined;
  #client: SocketEnd | undefined;
  /** Times are by the clock of `performance`. */
  #reachedAt = 0;
  #notedAt = 0;
  #saidAt = 0;
  #ended = false;

  /** `check` tells whether the caller may still be here: keys and accounts are disabled while sessions last. */
  constructor(relay: Relay, charge: SessionCharge, check: Check) {
    this.#relay = relay;
    this.#charge = charge;
    this.#check = check;
    this.#place = relay.clock.add(this);
  }

  /** Tries channels until a host has greeted. Rejects with the refusal, settled. */
  async connect(plan: SessionPlan): Promise<void> {
    const { caller, model } = this.#charge.account;
    const tries = new Tries(plan);
    this.#tries = tries;
    let failure: Failure | undefined;
    while (tries.open && failure?.retry !== false) {
      const candidate = tries.next();
      if (!candidate) break;
      const { channel, health } = candidate;
      const endpoint = channel.endpoint('realtime', {
        model: channel.upstreamModel(model),
        dialect: 'openai-chat',
        hasTools: false,
      });
      if (!endpoint) {
        health.release();
        continue;
      }
      const begunAt = performance.now();
      const reached = await reach(this.#relay, channel, endpoint, {
        model,
        headers: plan.headers,
        signal: this.#stopping.signal,
      });
      this.#candidate = candidate;
      tries.note(candidate, reached.status, begunAt);
      if (reached.host) {
        this.#host = reached.host;
        this.#reachedAt = performance.now();
        if (health.succeed(Date.now())) this.#relay.reports.recovered(channel, model);
        return;
      }
      failure = hideKey(reached.failure, channel);
      this.#relay.reports.failed(candidate, this.#charge.account, failure);
    }
    const { error, timedOut: late } = failure ?? noAddress(caller.group, model, tries.restMs());
    await this.#settle(late ? 'timed_out' : 'upstream_failed', error.status, error.message);
    throw error;
  }

  /** Lets both sides talk. */
  join(client: SocketEnd): void {
    const host = this.#host as SocketEnd;
    this.#client = client;
    this.#saidAt = performance.now();
    host.listen({
      onMessage: (message) => this.#onHostMessage(message),
      onClose: (code, reason) => this.#onHostClosed(code, scrub(this.#hideKey(reason))),
    });
    client.listen({
      onMessage: (message) => this.#onClientMessage(message),
      onClose: (code, reason) => this.#onClientClosed(code, reason),
    });
  }

  /** The client left before it could be told that it is connected. */
  abandon(): void {
    this.#end('client_gone', undefined, closed.leaving);
  }

  onTick(now: number): void {
    if (!this.#client || !this.#host || !this.#candidate) return;
    const { totalMs } = this.#candidate.channel.timeouts;
    if (now - this.#charge.account.begunAt > totalMs) this.#end('done', expired(), closed.leaving);
    else if (now - this.#saidAt > idleMs) this.#end('done', idle(), closed.leaving);
    else if (!this.#client.isAlive(now)) this.#onClientClosed(closed.leaving, '');
    else if (!this.#host.isAlive(now)) this.#fail(timedOut('a sign of life'));
    else if (now - this.#notedAt >= noteEveryMs) {
      this.note();
      this.#check((refusal) => {
        // What cannot be checked now is no refusal.
        if (refusal instanceof GatewayError && refusal.status < 500) this.#end('done', refusal, closed.refused);
      });
    }
  }

  note(): void {
    if (this.#ended || !this.#client) return;
    this.#notedAt = performance.now();
    this.#charge.note(this.#standing('running', 101));
    this.#charge.cover().then(
      (refusal) => {
        if (refusal) this.#end(refusal.code === 'unavailable' ? 'interrupted' : 'length', refusal, closed.refused);
      },
      (error) => this.#end('upstream_failed', this.#unforeseen(error), closed.failed),
    );
  }

  /** A WebSocket's never is. */
  endConnection(): void {}

  interrupt(): void {
    const error = refuse('unavailable', 'this server is restarting');
    if (this.#client) this.#end('interrupted', error, closed.restarting);
    else this.#stopping.abort(error);
  }

  #onClientMessage(message: Message): void {
    if (this.#ended) return;
    this.#saidAt = performance.now();
    const refusal = this.#refusalOf(message);
    if (refusal) {
      this.#client?.send(writeErrorEvent(refusal, this.#charge.account.requestId));
      return;
    }
    if (!message.binary) this.#charge.tally.hear(message.data);
    this.#host?.pass(message, this.#client as SocketEnd);
  }

  /** Why a message of the client does not reach the host. One that is binary is looked at too: hosts may read events there. */
  #refusalOf({ data }: Message): GatewayError | undefined {
    const event = readEvent(data);
    if (!event) return undefined;
    const { model } = this.#charge.account;
    const words = this.#relay.snapshots.current?.words?.prompt;
    try {
      refuseEvent(event, [model, this.#candidate?.channel.upstreamModel(model) ?? model]);
      return words && saysWord(words, event) ? refuse('sensitive_words_detected') : undefined;
    } catch (error) {
      return bodyFault(error) as GatewayError;
    }
  }

  #onHostMessage(message: Message): void {
    if (this.#ended) return;
    this.#saidAt = performance.now();
    const event = message.binary ? undefined : readEvent(message.data);
    try {
      if (event) this.#charge.read(event);
    } catch (error) {
      const refusal = error instanceof GatewayError ? error : this.#unforeseen(error);
      this.#end('done', refusal, closed.refused);
      return;
    }
    // Written down before the client can know of it.
    if (event?.type === 'response.created' || event?.type === 'response.done') this.note();
    const text = event && scrubbed(event, (said) => this.#hideKey(said));
    const passed = text === undefined ? message : { data: Buffer.from(text), binary: false };
    this.#client?.pass(passed, this.#host as SocketEnd);
  }

  /** Whoever hangs up while the model talks has left; else the session is done. */
  #onClientClosed(code: number, reason: string): void {
    const left = this.#charge.tally.responding;
    this.#end(left ? 'client_gone' : 'done', undefined, code, reason);
  }

  #onHostClosed(code: number, reason: string): void {
    const failed = hostFailed.has(code) || this.#charge.tally.responding;
    if (failed) this.#fail(unusable(`it closed with ${code} ${reason}`), code === 1006 ? closed.failed : code, reason);
    else this.#end('done', undefined, code, reason);
  }

  #hideKey(text: string): string {
    return this.#candidate?.channel.hideKey(text) ?? text;
  }

  /** The host cannot go on. */
  #fail(unread: Failure, code = closed.failed, reason = ''): void {
    if (this.#ended) return;
    const candidate = this.#candidate as Candidate;
    const failure = hideKey(unread, candidate.channel);
    this.#relay.reports.failed(candidate, this.#charge.account, failure);
    this.#end(failure.timedOut ? 'timed_out' : 'upstream_failed', failure.error, code, reason);
  }

  #unforeseen(error: unknown): GatewayError {
    const { requestId } = this.#charge.account;
    this.#relay.log.error({ err: error, requestId }, 'a session failed');
    return refuse('internal_error');
  }

  /** Ends the session for both sides; the client hears why, and both hear the code. */
  #end(ended: Outcome['ended'], error: GatewayError | undefined, code: number, reason = ''): void {
    if (this.#ended) return;
    this.#host?.close(code, reason);
    const status = ended === 'client_gone' ? 499 : 101;
    void this.#settle(ended, status, error?.message).then(() => {
      if (error) this.#client?.send(writeErrorEvent(error, this.#charge.account.requestId));
      this.#client?.close(code, reason);
    });
  }

  #settle(ended: Outcome['ended'], status: number, error: string | undefined): Promise<void> {
    this.#ended = true;
    this.#relay.clock.remove(this.#place);
    return new Promise((written) => this.#charge.settle(this.#standing(ended, status, error), written));
  }

  #standing(ended: Outcome['ended'], status: number, error?: string): SessionStanding {
    const { model, begunAt } = this.#charge.account;
    const channel = this.#candidate?.channel;
    const upstreamModel = channel?.upstreamModel(model) ?? model;
    return {
      status,
      ended,
      ...(error === undefined ? {} : { error }),
      channelId: channel?.id ?? 0,
      providerName: channel?.providerName,
      ...(upstreamModel === model ? {} : { upstreamModel }),
      firstByteMs: this.#reachedAt === 0 ? 0 : Math.max(1, Math.round(this.#reachedAt - begunAt)),
      tries: this.#tries?.made ?? [],
    };
  }
}

/** In the words of OpenAI, whose clients know the code. */
function expired(): GatewayError {
  const message = 'The session reached its longest duration. Connect again to go on.';
  return new GatewayError({ code: 'session_expired', status: 408, type: 'invalid_request_error', message });
}

function idle(): GatewayError {
  const message = 'Nobody said anything for a quarter of an hour. Connect again to go on.';
  return new GatewayError({ code: 'session_idle', status: 408, type: 'invalid_request_error', message });
}
