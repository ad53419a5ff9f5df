import { createHmac, randomUUID } from 'node:crypto';
import type { HostReply, HostRequest } from '../hosts/host.ts';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';

interface Intent {
  readonly id: string;
  readonly request_id: string;
  readonly merchant_order_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly client_secret: string;
  readonly created_at: string;
  captured_amount: number;
  status: string;
  latest_payment_attempt?: { status: string };
}

interface Refund {
  readonly id: string;
  readonly request_id: string;
  readonly payment_intent_id: string;
  readonly amount: number;
  status: string;
}

interface Dispute {
  readonly id: string;
  readonly payment_intent_id: string;
  readonly amount: number;
  stage: string;
  status: string;
}

export interface FakeAirwallex extends RunningHost {
  readonly clientId: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly intents: readonly Intent[];
  readonly refunds: readonly Refund[];
  /** The payer pays: what is due unless said. */
  pay(tradeNo: string, amount?: number): void;
  /** REQUIRES_CAPTURE, CANCELLED ... */
  become(tradeNo: string, status: string): void;
  /** A try of the payer fails; the intent waits for another. */
  failAttempt(tradeNo: string): void;
  /** Money goes back from the provider's own pages. */
  refundThere(tradeNo: string, amount: number): void;
  dispute(tradeNo: string, stage?: string): Dispute;
  /** Why the next refunds are refused; undefined: they are not. */
  refundRefusal: string | undefined;
  /** No token is valid any more. */
  forgetTokens(): void;
  /** Answers wait until the returned function is called. */
  stall(): () => void;
  /** A signed call about an intent as it stands. */
  notice(tradeNo: string, name?: string, at?: number): { headers: Record<string, string>; body: string };
}

const tokenLifeMs = 30 * 60_000;
const itemsPerPage = 2;
const flows = ['mobile_web', 'qrcode', 'inapp', 'webqr'];

/** Airwallex' payment acceptance as its documentation describes it. */
export async function fakeAirwallex(): Promise<FakeAirwallex> {
  const [clientId, apiKey, webhookSecret] = [randomUUID(), randomUUID(), `whsec-${randomUUID()}`];
  const intents: Intent[] = [];
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  const tokens = new Set<string>();
  let stalled: Promise<void> = Promise.resolve();
  const fake = { refundRefusal: undefined as string | undefined };

  async function handle(request: HostRequest): Promise<HostReply | undefined> {
    await stalled;
    const { method, path, headers } = request;
    if (method === 'POST' && path === '/api/v1/authentication/login') return login(headers);
    const [, id = '', action = ''] = /^\/api\/v1\/pa\/payment_intents\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    const known: Record<string, () => HostReply> = {
      'POST /api/v1/pa/payment_intents/create': () => create(request.json() ?? {}),
      'GET /api/v1/pa/payment_intents': () => page(intents.filter(matching(request)), request),
      'POST /api/v1/pa/refunds/create': () => refund(request.json() ?? {}),
      'GET /api/v1/pa/refunds': () => page(refunds.filter(matching(request)), request),
      'GET /api/v1/pa/payment_disputes': () => page(disputes, request),
      [`GET /api/v1/pa/payment_intents/${id}`]: () => found(id, (intent) => jsonReply(200, intent)),
      [`POST /api/v1/pa/payment_intents/${id}/confirm`]: () => found(id, (intent) => confirm(intent, request.json())),
    };
    const answer = known[`${method} ${path}`];
    if (!answer || (id && action && action !== 'confirm' && id !== 'create')) return undefined;
    const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    return tokens.has(token) ? answer() : failure(401, 'unauthorized', 'Access denied, authentication failed');
  }

  function login(headers: HostRequest['headers']): HostReply {
    if (headers['x-client-id'] !== clientId || headers['x-api-key'] !== apiKey) {
      return failure(401, 'credentials_invalid', 'Access denied, authentication failed');
    }
    const token = randomUUID();
    tokens.add(token);
    return jsonReply(201, { token, expires_at: new Date(Date.now() + tokenLifeMs).toISOString() });
  }

  function create(body: Record<string, unknown>): HostReply {
    const { request_id, amount, currency, merchant_order_id, return_url, descriptor = '' } = body;
    const earlier = intents.find((one) => one.request_id === request_id);
    if (earlier) return jsonReply(200, earlier);
    const isComplete =
      typeof request_id === 'string' &&
      request_id.length <= 64 &&
      typeof amount === 'number' &&
      amount > 0 &&
      Number.isInteger(Math.round(amount * 1e6) / 1e4) &&
      typeof merchant_order_id === 'string' &&
      typeof return_url === 'string' &&
      String(descriptor).length <= 32 &&
      ['USD', 'HKD', 'GBP', 'CNY'].includes(String(currency));
    if (!isComplete) return failure(400, 'validation_error', 'A required field is missing or not valid');
    const intent: Intent = {
      id: `int_${randomUUID().slice(0, 18)}`,
      request_id,
      merchant_order_id,
      amount,
      currency: String(currency),
      client_secret: `secret-${randomUUID()}`,
      created_at: new Date().toISOString(),
      captured_amount: 0,
      status: 'REQUIRES_PAYMENT_METHOD',
    };
    intents.push(intent);
    return jsonReply(201, intent);
  }

  function confirm(intent: Intent, body: Record<string, unknown> | undefined): HostReply {
    const method = body?.payment_method as Record<string, { flow?: string; os_type?: string }> | undefined;
    const type = String(method?.type);
    const { flow = '', os_type: system = '' } = method?.[type] ?? {};
    const isPhones = flow !== 'mobile_web' || ['ios', 'android'].includes(system);
    if (typeof body?.request_id !== 'string' || !flows.includes(flow) || !isPhones) {
      return failure(400, 'validation_error', 'payment_method is not valid');
    }
    if (type === 'alipayhk' && intent.currency !== 'HKD') {
      return failure(400, 'validation_error', 'alipayhk takes HKD only');
    }
    if (intent.status !== 'REQUIRES_PAYMENT_METHOD') {
      return failure(400, 'invalid_status_for_operation', 'The intent waits for the customer already');
    }
    intent.status = 'REQUIRES_CUSTOMER_ACTION';
    const url = `https://wallet.example.com/${type}/${intent.id}`;
    return jsonReply(200, { ...intent, next_action: { type: 'redirect', url } });
  }

  function refund({ request_id, payment_intent_id, amount }: Record<string, unknown>): HostReply {
    const earlier = refunds.find((one) => one.request_id === request_id);
    if (earlier) return jsonReply(200, earlier);
    if (fake.refundRefusal) return failure(400, 'invalid_status_for_operation', fake.refundRefusal);
    return found(String(payment_intent_id), (intent) => {
      const gone = refunds
        .filter((one) => one.payment_intent_id === intent.id)
        .reduce((sum, one) => sum + one.amount, 0);
      if (intent.status !== 'SUCCEEDED' || gone + Number(amount) > intent.captured_amount) {
        return failure(400, 'amount_above_limit', 'The refund is more than what was captured');
      }
      return jsonReply(201, addRefund(intent, Number(amount), String(request_id)));
    });
  }

  function addRefund(intent: Intent, amount: number, requestId: string): Refund {
    const one = {
      id: `rfd_${randomUUID()}`,
      request_id: requestId,
      payment_intent_id: intent.id,
      amount,
      status: 'RECEIVED',
    };
    refunds.push(one);
    return one;
  }

  function found(id: string, answer: (intent: Intent) => HostReply): HostReply {
    const intent = intents.find((one) => one.id === id);
    return intent ? answer(intent) : failure(404, 'resource_not_found', `${id} does not exist`);
  }

  function intentOf(tradeNo: string): Intent {
    const intent = intents.find((one) => one.merchant_order_id === tradeNo);
    if (!intent) throw new Error(`no intent ${tradeNo}`);
    return intent;
  }

  return Object.assign(fake, await startHost({ name: 'airwallex', handle }), {
    clientId,
    apiKey,
    webhookSecret,
    intents,
    refunds,
    pay(tradeNo: string, amount?: number) {
      const intent = intentOf(tradeNo);
      intent.captured_amount = amount ?? intent.amount;
      intent.status = 'SUCCEEDED';
      delete intent.latest_payment_attempt;
    },
    become(tradeNo: string, status: string) {
      intentOf(tradeNo).status = status;
    },
    failAttempt(tradeNo: string) {
      Object.assign(intentOf(tradeNo), {
        status: 'REQUIRES_PAYMENT_METHOD',
        latest_payment_attempt: { status: 'AUTHORIZATION_FAILED' },
      });
    },
    refundThere(tradeNo: string, amount: number) {
      addRefund(intentOf(tradeNo), amount, randomUUID());
    },
    dispute(tradeNo: string, stage = 'CHARGEBACK') {
      const { id, amount } = intentOf(tradeNo);
      const dispute = { id: `dst_${randomUUID()}`, payment_intent_id: id, amount, stage, status: 'REQUIRES_RESPONSE' };
      disputes.unshift(dispute);
      return dispute;
    },
    forgetTokens() {
      tokens.clear();
    },
    stall() {
      const { promise, resolve } = Promise.withResolvers<void>();
      stalled = promise;
      return resolve;
    },
    notice(tradeNo: string, name = 'payment_intent.succeeded', at = Date.now()) {
      const object = name.startsWith('payment_intent.') ? intentOf(tradeNo) : aboutIntent(intentOf(tradeNo).id);
      const body = JSON.stringify({ id: `evt_${randomUUID()}`, name, account_id: 'acct_demo', data: { object } });
      const signature = createHmac('sha256', webhookSecret).update(`${at}${body}`).digest('hex');
      return {
        headers: { 'content-type': 'application/json', 'x-timestamp': `${at}`, 'x-signature': signature },
        body,
      };
    },
  });

  function aboutIntent(intentId: string): unknown {
    return [...disputes, ...refunds].find((one) => one.payment_intent_id === intentId);
  }
}

/** Filters as the query names them. */
function matching({ query }: HostRequest) {
  return (item: { merchant_order_id?: string; payment_intent_id?: string; created_at?: string }) => {
    const { merchant_order_id, payment_intent_id, from_created_at, to_created_at } = Object.fromEntries(query);
    const created = Date.parse(item.created_at ?? '');
    return (
      (!merchant_order_id || item.merchant_order_id === merchant_order_id) &&
      (!payment_intent_id || item.payment_intent_id === payment_intent_id) &&
      (!from_created_at || created >= Date.parse(from_created_at)) &&
      (!to_created_at || created <= Date.parse(to_created_at))
    );
  };
}

function page(items: readonly unknown[], { query }: HostRequest): HostReply {
  const start = Number(query.get('page_num') ?? 0) * itemsPerPage;
  const end = start + itemsPerPage;
  return jsonReply(200, { items: items.slice(start, end), has_more: end < items.length });
}

function failure(status: number, code: string, message: string): HostReply {
  return jsonReply(status, { code, message, source: '' });
}
