import { ceiling } from '@switchyard/pricing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Relay } from '../../context.ts';
import { SocketEnd } from '../../egress/socket-end.ts';
import { badRequest, refuse } from '../../errors.ts';
import { SessionCharge } from '../../metering/realtime/session-charge.ts';
import { Tally } from '../../metering/realtime/tally.ts';
import { authenticate } from '../admit.ts';
import { offerOf } from '../offer.ts';
import { openAccount } from '../open-account.ts';
import { readModel } from '../relay-request.ts';
import { accept, isAcceptable } from './accept.ts';
import { Session } from './session.ts';

/** Opens a realtime session: admitted like any request, connected to a host, and only then accepted as a WebSocket. */
export async function openSession(relay: Relay, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const startedAt = Date.now();
  if (!isAcceptable(request.raw)) throw badRequest('Connect with a WebSocket (RFC 6455, version 13).');
  const model = readQuery(request.query as Record<string, unknown>);
  const { caller, snapshot } = request.admitted;
  const { route, price } = offerOf(relay, request.admitted, model);
  // A session has no length or text that a price could count.
  if (price.unit === 'seconds' || price.unit === 'characters') throw refuse('model_price_error', model);
  const tally = new Tally(snapshot.options.PreConsumedQuota);
  const expected = tally.expected();
  const account = await openAccount(relay, request, {
    model,
    price,
    operation: 'realtime',
    dialect: 'openai-realtime',
    stream: true,
    amount: ceiling(price, expected),
    tokens: expected.promptTokens + expected.completionTokens,
    startedAt,
    begunAt: performance.now(),
  });
  const charge = new SessionCharge(relay.meter, account, tally, (transcriber) => {
    if (caller.models && !caller.models.has(transcriber)) throw refuse('model_not_allowed', transcriber);
    const known = snapshot.prices.price(transcriber, caller.group);
    if (!known || known.unit === 'characters') throw refuse('model_price_error', transcriber);
    return known;
  });
  const session = new Session(relay, charge, (done) => authenticate(relay, request, done));
  const retries = snapshot.options.RetryTimes;
  await session.connect({ route, retries, budget: relay.retryBudget, headers: headersFor(request) });
  const socket = accept(request, reply);
  if (socket) session.join(new SocketEnd(socket));
  else session.abandon();
}

/** The model. Throws a GatewayError (400) for sessions of other kinds, which have none to be charged for. */
function readQuery(query: Record<string, unknown>): string {
  for (const kind of ['intent', 'call_id']) {
    if (query[kind] !== undefined) throw badRequest(`Sessions by ${kind} are not offered here. Name a model.`, kind);
  }
  return readModel(query.model);
}

/** The beta is chosen by a header, or in browsers by a protocol. */
function headersFor({ headers }: FastifyRequest): string[] {
  const beta = headers['openai-beta'];
  if (typeof beta === 'string') return ['openai-beta', beta];
  return headers['sec-websocket-protocol']?.includes('openai-beta.realtime-v1') ? ['openai-beta', 'realtime=v1'] : [];
}
