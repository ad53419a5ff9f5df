import type { Answer } from '../dialects/dialect.ts';
import { type RelayRequest, toldMembers } from '../ingress/relay-request.ts';
import type { Settlement } from '../metering/settlement.ts';

/** What the writer of an answer is told beyond what the upstream says. Made for every answer, asked by few: worked out when asked. */
export class AnswerFacts implements Answer {
  readonly #request: RelayRequest;
  readonly #settlement: Settlement;

  constructor(request: RelayRequest, settlement: Settlement) {
    this.#request = request;
    this.#settlement = settlement;
  }

  get requestId() {
    return this.#settlement.account.requestId;
  }

  get createdAt() {
    return Math.floor(this.#settlement.account.startedAt / 1000);
  }

  get model() {
    return this.#settlement.account.model;
  }

  get promptTokens() {
    return this.#settlement.promptTokens;
  }

  get wantsUsage() {
    return this.#request.wantsUsage;
  }

  get request() {
    return toldMembers(this.#request);
  }
}
