import type { Answer } from '../dialects/dialect.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { Settlement } from '../metering/settlement.ts';

/** What the writer of an answer is told beyond what the upstream says. */
export function answerOf({ wantsUsage, body }: RelayRequest, { account, promptTokens }: Settlement): Answer {
  return {
    requestId: account.requestId,
    createdAt: Math.floor(account.startedAt / 1000),
    model: account.model,
    promptTokens,
    wantsUsage,
    // Few dialects repeat the request: it is parsed for those alone.
    get request() {
      return body.parse();
    },
  };
}
