import type { GatewayError } from '../errors.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { Settlement } from '../metering/settlement.ts';
import type { Amendment } from '../providers/amendment.ts';
import type { Candidate } from '../routing/candidates.ts';
import type { PreparedCall } from '../routing/channel.ts';
import type { ChannelReports } from '../routing/channel-reports.ts';
import type { MadeTry } from '../routing/made-try.ts';
import { type Itinerary, Tries } from '../routing/tries.ts';
import { Attempt, type AttemptListener } from './attempt.ts';
import { type Failure, noAddress, notServed } from './failure.ts';
import { findAmendment } from './find-amendment.ts';
import type { Outbound } from './outbound.ts';

/** The calls of one request: to one channel after the other, and to the same one again where that may help. */
export class Calls {
  readonly #tries: Tries;
  readonly #request: RelayRequest;
  readonly #outbound: Outbound;
  readonly #settlement: Settlement;
  readonly #reports: ChannelReports;
  readonly #listener: AttemptListener;
  #attempt: Attempt | undefined;

  /** `listener` hears how each goes. */
  constructor(
    itinerary: Itinerary,
    request: RelayRequest,
    outbound: Outbound,
    settlement: Settlement,
    reports: ChannelReports,
    listener: AttemptListener,
  ) {
    this.#tries = new Tries(itinerary);
    this.#request = request;
    this.#outbound = outbound;
    this.#settlement = settlement;
    this.#reports = reports;
    this.#listener = listener;
  }

  /** The newest one. */
  get attempt(): Attempt | undefined {
    return this.#attempt;
  }

  /** Tries that are over, oldest first. */
  get made(): readonly MadeTry[] {
    return this.#tries.made;
  }

  /** Another channel may be asked, if there is one. */
  get open(): boolean {
    return this.#tries.open;
  }

  /** The attempt is over. */
  note({ candidate, status, begunAt }: Attempt): void {
    this.#tries.note(candidate, status, begunAt);
  }

  /** Asks the next channel. When none is left it answers what the client is told: of `given`, the failure before, if there was one. */
  askNext(given: Failure | undefined): GatewayError | undefined {
    const { caller, model } = this.#settlement.account;
    let failure = given;
    for (;;) {
      const candidate = this.#tries.next();
      if (!candidate) return (failure ?? noAddress(caller.group, model, this.#tries.restMs())).error;
      if (this.#ask(candidate)) return undefined;
      candidate.health.release();
      failure ??= notServed(model, this.#request.operation);
    }
  }

  /** The host does not speak there, but elsewhere: the same channel is asked again in a dialect that it may know. False: in none. */
  askElsewhere({ candidate, endpoint }: Attempt): boolean {
    const { channel } = candidate;
    channel.distrust(endpoint);
    if (this.#outbound.endpoint(channel)) return this.#ask(candidate);
    // It is the only one: the host's answer stands.
    channel.trust(endpoint);
    return false;
  }

  /** What the host refused, in `body`, may be changed: the same channel is asked once more. False: the refusal stands. */
  askAmended(attempt: Attempt, failure: Failure, body: string): boolean {
    const { candidate, endpoint, status, begunAt } = attempt;
    if (this.#outbound.endpoint(candidate.channel) !== endpoint) return false;
    const model = candidate.channel.upstreamModel(this.#request.model);
    const amendment = findAmendment(attempt, this.#request, { status, body, model });
    if (!amendment) return false;
    attempt.abandon('asked again');
    this.#tries.noteAmended(candidate, status, begunAt);
    this.#reports.amended(candidate, this.#settlement.account, failure);
    return this.#ask(candidate, amendment);
  }

  /** False when the channel has no address for this kind of request. */
  #ask(candidate: Candidate, amendment?: Amendment): boolean {
    const endpoint = this.#outbound.endpoint(candidate.channel);
    if (!endpoint) return false;
    const attempt = new Attempt(candidate, endpoint, this.#listener, amendment);
    this.#attempt = attempt;
    try {
      const call = this.#outbound.prepare(candidate.channel, endpoint, amendment);
      if (call instanceof Promise) {
        call.then((ready) => this.#send(attempt, ready)).catch((error) => attempt.fail(error));
      } else this.#send(attempt, call);
    } catch (error) {
      attempt.fail(error as Error);
    }
    return true;
  }

  /** Nothing is asked for that is not held. */
  #send(attempt: Attempt, call: PreparedCall): void {
    const covering = this.#settlement.cover(this.#outbound.completionTokens);
    if (!covering) {
      attempt.send(call);
      return;
    }
    covering
      .then((refusal) => (refusal ? attempt.fail(refusal) : attempt.send(call)))
      .catch((error) => attempt.fail(error));
  }
}
