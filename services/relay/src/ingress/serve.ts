import type { Unit } from '@switchyard/pricing';
import { estimate } from '../admission/estimate.ts';
import type { Relay } from '../context.ts';
import { bodyFault } from '../egress/body-fault.ts';
import { Exchange, type Plan } from '../egress/exchange.ts';
import { Reply } from '../egress/reply.ts';
import { refuse } from '../errors.ts';
import type { Account } from '../metering/meter.ts';
import { Settlement } from '../metering/settlement.ts';
import { refuseWords } from '../words/refuse-words.ts';
import { unpricedMembers } from './decisive-members.ts';
import type { Answering, Incoming } from './incoming.ts';
import { offerOf } from './offer.ts';
import { openAccount } from './open-account.ts';
import type { RelayRequest } from './relay-request.ts';
import { admitTiers } from './service-tier.ts';

/**
 * Serves one request for a model: priced, admitted, then handed to an exchange that answers by itself. Throws, or rejects with, the
 * refusal; a promise only where the admission waits.
 */
export function serve(
  relay: Relay,
  request: Incoming,
  reply: Answering,
  given: RelayRequest,
): undefined | Promise<void> {
  const dropped = unpricedMembers(given.body);
  const read = dropped ? { ...given, dropped } : given;
  const words = request.admitted.snapshot.words?.prompt;
  const checking = words && refuseWords(words, promptOf(read));
  return checking
    ? checking.then(() => admitAndExchange(relay, request, reply, read))
    : admitAndExchange(relay, request, reply, read);
}

function admitAndExchange(
  relay: Relay,
  request: Incoming,
  reply: Answering,
  given: RelayRequest,
): undefined | Promise<void> {
  const startedAt = Date.now();
  const begunAt = performance.now();
  const { snapshot } = request.admitted;
  const { model, operation, stream } = given;
  const { route, price } = offerOf(relay, request.admitted, model);
  const read = admitTiers(given, price, startedAt);
  if (!isMeasured(price.unit, read.asked)) throw refuse('model_price_error', model);
  const expected = estimate(read, price, snapshot.options.PreConsumedQuota);
  const { promptTokens, completionTokens, amount } = expected;
  const tokens = promptTokens + completionTokens;
  const dialect = read.dialect.name;
  const wanted = { model, price, operation, dialect, stream, amount, tokens, startedAt, begunAt };
  const opening = openAccount(relay, request, wanted);
  const begin = (account: Account) => {
    reply.hijack();
    const settlement = new Settlement(account, relay.meter, relay.counter, read, expected);
    const { preferred, served } = relay.affinity.of(route, account.caller.tokenId, read);
    const words = snapshot.words?.completion;
    const retries = snapshot.options.RetryTimes;
    const plan: Plan = { route, retries, budget: relay.retryBudget, preferred, served, words };
    const answer = new Reply(reply.raw, request.id, read.dialect, read.framer?.());
    new Exchange(relay, plan, read, request.headers, settlement, answer).start();
  };
  if (opening instanceof Promise) return opening.then(begin);
  begin(opening);
  return undefined;
}

function promptOf({ dialect, body }: RelayRequest): string {
  try {
    return dialect.readPrompt(body.parse());
  } catch (error) {
    throw bodyFault(error);
  }
}

/** A price per second or character is of no use for a request without a length. */
function isMeasured(unit: Unit, asked: RelayRequest['asked']): boolean {
  if (unit === 'seconds') return asked?.seconds !== undefined;
  return unit !== 'characters' || asked?.characters !== undefined;
}
