import { createHmac, randomUUID } from 'node:crypto';
import type { HostReply, HostRequest } from '../hosts/host.ts';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';

interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly created: number;
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string;
  readonly livemode: false;
  readonly url: string;
  readonly success_url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: null | {
    readonly id: string;
    readonly object: 'payment_intent';
    status: string;
    readonly latest_charge: { readonly id: string; amount: number; amount_refunded: number; disputed: boolean };
  };
}

interface Dispute {
  readonly id: string;
  readonly payment_intent: string;
  readonly amount: number;
  status: string;
}

export interface FakeStripe extends RunningHost {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly sessions: readonly Session[];
  /** Calls whose answers get lost, after they were carried out: by method and path. */
  lostAnswers: RegExp | undefined;
  /** `unpaid`: by a method whose money comes later. */
  pay(tradeNo: string, paymentStatus?: 'paid' | 'unpaid'): void;
  /** A method whose money was to come later has failed. */
  failLater(tradeNo: string): void;
  expire(tradeNo: string): void;
  refundThere(tradeNo: string, amount: number): void;
  dispute(tradeNo: string): Dispute;
  /** A signed call about a session as it stands, or about its charge. */
  notice(tradeNo: string, type?: string, atSeconds?: number): { headers: Record<string, string>; body: string };
}

const sessionsPerPage = 2;
const leastLifeSeconds = 30 * 60;
const mostLifeSeconds = 24 * 3600;

/** The part of Stripe's API that Checkout needs, in test mode (docs.stripe.com/api). */
export async function fakeStripe(): Promise<FakeStripe> {
  const apiKey = `sk_test_${randomUUID()}`;
  const webhookSecret = `whsec_${randomUUID()}`;
  const sessions: Session[] = [];
  const disputes: Dispute[] = [];
  const kept = new Map<string, { readonly body: string; readonly reply: HostReply }>();

  const fake = { lostAnswers: undefined as RegExp | undefined };

  function handle(request: HostRequest): HostReply | undefined {
    const { method, path, headers } = request;
    if (fake.lostAnswers?.test(`${method} ${path}`)) host.delivery.cutAfterBytes = 0;
    else delete host.delivery.cutAfterBytes;
    const [, id] = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(path) ?? [];
    const answer = {
      'POST /v1/checkout/sessions': () => once(request, create),
      'GET /v1/checkout/sessions': () => listSessions(request),
      [`GET /v1/checkout/sessions/${id}`]: () => retrieve(String(id)),
      'POST /v1/refunds': () => once(request, refund),
      'GET /v1/disputes': () =>
        list(disputes.filter((one) => one.payment_intent === request.query.get('payment_intent'))),
    }[`${method} ${path}`];
    if (!answer) return undefined;
    return headers.authorization === `Bearer ${apiKey}` ? answer() : failure(401, 'Invalid API Key provided');
  }

  /** The same key gets the same answer, and is refused for something else. */
  function once(request: HostRequest, act: (fields: URLSearchParams) => HostReply): HostReply {
    const key = String(request.headers['idempotency-key']);
    const body = request.body.toString();
    const earlier = kept.get(key);
    if (earlier && earlier.body !== body) return failure(400, 'Keys for idempotent requests can only be used once');
    const reply = earlier?.reply ?? act(new URLSearchParams(body));
    if (request.headers['idempotency-key']) kept.set(key, { body, reply });
    return reply;
  }

  function create(fields: URLSearchParams): HostReply {
    const amount = Number(fields.get('line_items[0][price_data][unit_amount]'));
    const currency = fields.get('line_items[0][price_data][currency]');
    const lifeSeconds = Number(fields.get('expires_at')) - Date.now() / 1000;
    const isComplete =
      fields.get('mode') === 'payment' &&
      Number.isInteger(amount) &&
      amount >= 50 &&
      /^[a-z]{3}$/i.test(currency ?? '') &&
      fields.get('line_items[0][quantity]') === '1' &&
      fields.get('line_items[0][price_data][product_data][name]') &&
      URL.canParse(fields.get('success_url') ?? '') &&
      lifeSeconds > leastLifeSeconds - 60 &&
      lifeSeconds <= mostLifeSeconds;
    if (!isComplete) return failure(400, 'Missing or invalid parameter');
    const id = `cs_test_${randomUUID()}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      created: Math.floor(Date.now() / 1000),
      amount_total: amount,
      currency: String(currency).toLowerCase(),
      client_reference_id: fields.get('client_reference_id') ?? '',
      livemode: false,
      url: `https://checkout.example.com/c/pay/${id}`,
      success_url: fields.get('success_url') ?? '',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
    };
    sessions.unshift(session);
    return jsonReply(200, session);
  }

  function retrieve(id: string): HostReply {
    const session = sessions.find((one) => one.id === id);
    return session ? jsonReply(200, session) : failure(404, `No such checkout.session: '${id}'`);
  }

  function listSessions({ query }: HostRequest): HostReply {
    const from = Number(query.get('created[gte]') ?? 0);
    const until = Number(query.get('created[lte]') ?? Number.MAX_SAFE_INTEGER);
    const intent = query.get('payment_intent');
    const inTime = sessions.filter(
      ({ created, payment_intent }) =>
        created >= from && created <= until && (!intent || payment_intent?.id === intent),
    );
    const start = inTime.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    return list(inTime.slice(start, start + sessionsPerPage), inTime.length > start + sessionsPerPage);
  }

  function refund(fields: URLSearchParams): HostReply {
    const intent = sessions.find((one) => one.payment_intent?.id === fields.get('payment_intent'))?.payment_intent;
    if (!intent) return failure(404, 'No such payment_intent');
    const charge = intent.latest_charge;
    const amount = Number(fields.get('amount'));
    if (charge.disputed) return failure(400, 'This charge has been charged back');
    if (charge.amount_refunded + amount > charge.amount)
      return failure(400, 'Refund amount is greater than the charge');
    charge.amount_refunded += amount;
    return jsonReply(200, { id: `re_${randomUUID()}`, object: 'refund', status: 'succeeded', amount });
  }

  function sessionOf(tradeNo: string): Session {
    const session = sessions.find((one) => one.client_reference_id === tradeNo);
    if (!session) throw new Error(`no session ${tradeNo}`);
    return session;
  }

  function chargeOf(tradeNo: string) {
    const intent = sessionOf(tradeNo).payment_intent;
    if (!intent) throw new Error(`${tradeNo} was not paid`);
    return { intentId: intent.id, charge: intent.latest_charge };
  }

  const host = await startHost({ name: 'stripe', handle });
  return Object.assign(fake, host, {
    apiKey,
    webhookSecret,
    sessions,
    pay(tradeNo: string, paymentStatus: 'paid' | 'unpaid' = 'paid') {
      const session = sessionOf(tradeNo);
      session.status = 'complete';
      session.payment_status = paymentStatus;
      const latest_charge = {
        id: `ch_${randomUUID()}`,
        amount: session.amount_total,
        amount_refunded: 0,
        disputed: false,
      };
      session.payment_intent = {
        id: `pi_${randomUUID()}`,
        object: 'payment_intent',
        status: paymentStatus === 'paid' ? 'succeeded' : 'processing',
        latest_charge,
      };
    },
    failLater(tradeNo: string) {
      const { payment_intent } = sessionOf(tradeNo);
      if (payment_intent) payment_intent.status = 'requires_payment_method';
    },
    expire(tradeNo: string) {
      sessionOf(tradeNo).status = 'expired';
    },
    refundThere(tradeNo: string, amount: number) {
      chargeOf(tradeNo).charge.amount_refunded += amount;
    },
    dispute(tradeNo: string) {
      const { intentId, charge } = chargeOf(tradeNo);
      charge.disputed = true;
      const dispute = {
        id: `dp_${randomUUID()}`,
        payment_intent: intentId,
        amount: charge.amount,
        status: 'needs_response',
      };
      disputes.unshift(dispute);
      return dispute;
    },
    notice(tradeNo: string, type = 'checkout.session.completed', atSeconds = Math.floor(Date.now() / 1000)) {
      const { payment_intent, ...session } = sessionOf(tradeNo);
      const object = type.startsWith('checkout.session.')
        ? { ...session, payment_intent: payment_intent?.id ?? null }
        : { id: payment_intent?.latest_charge.id, object: 'charge', payment_intent: payment_intent?.id };
      const event = {
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        livemode: false,
        created: atSeconds,
        data: { object },
      };
      const body = JSON.stringify(event);
      const v1 = createHmac('sha256', webhookSecret).update(`${atSeconds}.${body}`).digest('hex');
      return {
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${atSeconds},v1=${v1}` },
        body,
      };
    },
  });
}

function list(data: readonly unknown[], has_more = false): HostReply {
  return jsonReply(200, { object: 'list', data, has_more, url: '' });
}

function failure(status: number, message: string): HostReply {
  return jsonReply(status, {
    error: { type: status === 401 ? 'authentication_error' : 'invalid_request_error', message },
  });
}
