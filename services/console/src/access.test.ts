import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifySchema } from 'fastify';
import { type TestConsole, testConsole } from './testing/console.ts';
import type { Visitor } from './testing/visitor.ts';

/** Who may call what. A route without an entry fails, and so does an entry without a route. */
const expected: Record<string, 'public' | 'callback' | 'user' | 'admin' | 'root'> = {
  'GET /api/status': 'public',
  'GET /api/notice': 'public',
  'GET /api/about': 'public',
  'GET /api/home_page_content': 'public',
  'GET /api/pricing': 'public',
  'POST /api/user/register': 'public',
  'GET /api/verification': 'public',
  'GET /api/oauth/email/bind': 'user',
  'GET /api/oauth/state': 'public',
  'GET /api/oauth/github': 'public',
  'GET /api/oauth/linuxdo': 'public',
  'GET /api/oauth/oidc': 'public',
  'GET /api/oauth/wechat': 'public',
  'GET /api/oauth/wechat/bind': 'user',
  'GET /api/oauth/telegram/login': 'public',
  'GET /api/oauth/telegram/bind': 'user',
  'GET /api/user/identity': 'user',
  'DELETE /api/user/identity/:provider': 'user',
  'GET /api/reset_password': 'public',
  'POST /api/user/reset': 'public',
  'GET /api/user/aff': 'user',
  'POST /api/user/aff_transfer': 'user',
  'POST /api/user/login': 'public',
  'POST /api/user/login/2fa': 'public',
  'GET /api/user/logout': 'public',
  'POST /api/user/verify': 'user',
  'GET /api/user/sessions': 'user',
  'DELETE /api/user/sessions': 'user',
  'DELETE /api/user/sessions/:id': 'user',
  'GET /api/user/token': 'user',
  'GET /api/user/2fa': 'user',
  'POST /api/user/2fa/setup': 'user',
  'POST /api/user/2fa/enable': 'user',
  'POST /api/user/2fa/disable': 'user',
  'POST /api/user/2fa/backup_codes': 'user',
  'POST /api/user/passkey/login/begin': 'public',
  'POST /api/user/passkey/login/finish': 'public',
  'POST /api/user/passkey/register/begin': 'user',
  'POST /api/user/passkey/register/finish': 'user',
  'POST /api/user/passkey/verify/begin': 'user',
  'POST /api/user/passkey/verify/finish': 'user',
  'GET /api/user/passkey': 'user',
  'PUT /api/user/passkey/:id': 'user',
  'DELETE /api/user/passkey/:id': 'user',
  'GET /api/user/self': 'user',
  'PUT /api/user/self': 'user',
  'DELETE /api/user/self': 'user',
  'PUT /api/user/setting': 'user',
  'GET /api/user': 'admin',
  'GET /api/user/search': 'admin',
  'GET /api/user/:id': 'admin',
  'GET /api/user/:id/tokens': 'admin',
  'POST /api/user': 'admin',
  'PUT /api/user': 'admin',
  'POST /api/user/manage': 'admin',
  'DELETE /api/user/:id': 'admin',
  'DELETE /api/user/:id/2fa': 'admin',
  'POST /api/user/:id/release': 'admin',
  'GET /api/user/self/groups': 'user',
  'GET /api/user/models': 'user',
  'GET /api/models': 'user',
  'GET /api/group': 'admin',
  'GET /api/channel': 'admin',
  'GET /api/channel/types': 'admin',
  'GET /api/channel/tags': 'admin',
  'GET /api/channel/search': 'admin',
  'GET /api/channel/models': 'admin',
  'GET /api/channel/test': 'admin',
  'GET /api/channel/test/progress': 'admin',
  'GET /api/channel/update_balance': 'admin',
  'GET /api/channel/update_balance/progress': 'admin',
  'GET /api/channel/update_balance/:id': 'admin',
  'PUT /api/channel/tag': 'admin',
  'POST /api/channel/tag/enabled': 'admin',
  'POST /api/channel/tag/disabled': 'admin',
  'POST /api/channel/batch/tag': 'admin',
  'POST /api/channel/batch/enabled': 'admin',
  'POST /api/channel/batch/disabled': 'admin',
  'POST /api/channel/batch': 'admin',
  'DELETE /api/channel/disabled': 'admin',
  'POST /api/channel/fix': 'admin',
  'POST /api/channel/copy/:id': 'admin',
  'POST /api/channel/explain': 'admin',
  'GET /api/channel/:id/keys': 'admin',
  'POST /api/channel/:id/keys': 'admin',
  'PUT /api/channel/:id/keys/:key_id': 'admin',
  'DELETE /api/channel/:id/keys/:key_id': 'admin',
  'GET /api/channel/:id': 'admin',
  'POST /api/channel': 'admin',
  'PUT /api/channel': 'admin',
  'DELETE /api/channel/:id': 'admin',
  'GET /api/channel/test/:id': 'admin',
  'GET /api/channel/fetch_models/:id': 'admin',
  'POST /api/channel/fetch_models': 'admin',
  'GET /api/token': 'user',
  'GET /api/token/search': 'user',
  'GET /api/token/:id': 'user',
  'POST /api/token': 'user',
  'PUT /api/token': 'user',
  'DELETE /api/token/:id': 'user',
  'POST /api/token/:id/key': 'user',
  'POST /api/token/batch': 'user',
  'POST /api/token/batch/keys': 'user',
  'GET /api/log': 'admin',
  'GET /api/log/self': 'user',
  'GET /api/log/stat': 'admin',
  'GET /api/log/self/stat': 'user',
  'DELETE /api/log': 'admin',
  'GET /api/log/cleaning': 'admin',
  'GET /api/log/export': 'admin',
  'GET /api/log/self/export': 'user',
  'GET /api/log/token': 'public',
  'GET /api/log/:request_id/receipt': 'user',
  'GET /api/data': 'admin',
  'GET /api/data/self': 'user',
  'GET /api/data/self/summary': 'user',
  'GET /api/data/summary': 'admin',
  'GET /api/data/channels': 'admin',
  'GET /api/task': 'admin',
  'GET /api/task/self': 'user',
  'GET /api/mj': 'admin',
  'GET /api/mj/self': 'user',
  'POST /api/user/topup': 'user',
  'POST /api/user/amount': 'user',
  'POST /api/user/pay': 'user',
  'POST /api/user/usdt/pay': 'user',
  'GET /api/user/orders': 'user',
  'GET /api/user/orders/:id': 'user',
  'POST /api/user/orders/:id/payment': 'user',
  'GET /api/user/epay/notify': 'callback',
  'POST /api/user/epay/notify': 'callback',
  'POST /api/user/usdt/notify': 'callback',
  'GET /api/user/getcurrencies': 'user',
  'POST /api/user/createtransaction': 'user',
  'GET /api/transaction-status/:uuid': 'user',
  'POST /api/user/cryptomus/notify': 'callback',
  'POST /api/user/intent/create': 'user',
  'GET /api/user/payment-status/:orderId': 'user',
  'POST /api/user/airwallex/webhook': 'callback',
  'POST /api/user/stripe/pay': 'user',
  'POST /api/stripe/webhook': 'callback',
  'GET /api/order/:id': 'admin',
  'POST /api/order/:id/refund': 'root',
  'POST /api/order/:id/refund/decide': 'root',
  'POST /api/order/:id/review': 'admin',
  'GET /api/payment-enabled': 'user',
  'GET /api/order': 'admin',
  'GET /api/redemption': 'admin',
  'GET /api/redemption/search': 'admin',
  'GET /api/redemption/:id': 'admin',
  'POST /api/redemption': 'admin',
  'PUT /api/redemption': 'admin',
  'DELETE /api/redemption/:id': 'admin',
  'DELETE /api/redemption/spent': 'admin',
  'GET /admin/usdt-logs': 'admin',
  'GET /api/option/payment': 'admin',
  'GET /api/option': 'admin',
  'PUT /api/option': 'admin',
  'PUT /api/option/batch': 'admin',
  'GET /api/option/definitions': 'admin',
  'GET /api/option/history': 'admin',
  'POST /api/option/rollback': 'admin',
  'POST /api/option/rest_model_ratio': 'admin',
  'GET /api/option/prices/unpriced': 'admin',
  'POST /api/option/prices/diff': 'admin',
  'POST /api/option/prices/apply': 'admin',
  'GET /api/option/prices/card': 'root',
  'PUT /api/option/prices/card': 'root',
  'DELETE /api/option/prices/card': 'root',
  'POST /api/option/test/mail': 'root',
  'POST /api/option/test/webhook': 'root',
  'POST /api/option/test/sign-in': 'root',
  'GET /api/books': 'admin',
  'GET /api/books/breaches': 'admin',
  'GET /api/books/dead_letters': 'admin',
  'POST /api/books/dead_letters/:id/book': 'root',
  'POST /api/books/dead_letters/:id/dismiss': 'root',
  'GET /api/books/audits': 'admin',
  'GET /api/audit': 'root',
  'GET /api/audit/verify': 'root',
};

/** What these do is said by the address alone; they read no body. */
const bodiless = [
  'POST /api/books/dead_letters/:id/book',
  'POST /api/books/dead_letters/:id/dismiss',
  'POST /api/channel/copy/:id',
  'POST /api/channel/fix',
  'POST /api/option/rest_model_ratio',
  'POST /api/option/test/webhook',
  'POST /api/token/:id/key',
  'POST /api/user/2fa/setup',
  'POST /api/user/:id/release',
  'POST /api/user/orders/:id/payment',
  'POST /api/user/passkey/login/begin',
  'POST /api/user/passkey/register/begin',
  'POST /api/user/passkey/verify/begin',
];

const roleOf = { public: 0, user: 1, admin: 10, root: 100 } as const;
const routes = new Map<string, string>();
/** What routes take and give: fields that are not named there do not pass. */
const schemas = new Map<string, FastifySchema>();
const callers: { name: string; role: number; visitor: Visitor }[] = [];
let testing: TestConsole;

before(async () => {
  testing = await testConsole();
  testing.app.addHook('onRoute', ({ method, url, config, schema }) => {
    for (const verb of [method].flat()) {
      // The pages on which calls are described are none.
      if (!/^\/(api(?!\/docs)|admin)\//.test(url)) continue;
      const route = `${verb} ${url.replace(/\/$/, '')}`;
      routes.set(route, config?.access ?? 'none');
      if (verb !== 'HEAD') schemas.set(route, schema ?? {});
    }
  });
  await testing.app.ready();
  callers.push({ name: 'nobody', role: 0, visitor: testing.visitor() });
  for (const [name, role] of [
    ['user', 1],
    ['admin', 10],
    ['root', 100],
  ] as const) {
    await testing.addUser({ username: name, role });
    callers.push({ name, role, visitor: await testing.signedIn(name) });
  }
});
after(() => testing.close());

test('every route says who may call it, and this test knows every route', () => {
  const heads = [...routes].filter(([route]) => route.startsWith('HEAD '));
  for (const [route, access] of heads) assert.equal(routes.get(route.replace('HEAD', 'GET')), access);
  const others = [...routes].filter(([route]) => !route.startsWith('HEAD '));
  assert.deepEqual(Object.fromEntries(others.sort()), Object.fromEntries(Object.entries(expected).sort()));
});

test('every route names the fields that it takes, and those that it gives', () => {
  const lacking: string[] = [];
  for (const [route, { body, querystring, params, response }] of schemas) {
    const isCallback = expected[route] === 'callback';
    // Processors sign the bytes that they send, and read a word of their own.
    if (isCallback) continue;
    if (route.includes('/:') && !params) lacking.push(`${route}: params`);
    if (/^(POST|PUT)/.test(route) && !body && !bodiless.includes(route)) lacking.push(`${route}: body`);
    if (!response) lacking.push(`${route}: response`);
    for (const taken of [body, querystring, params]) {
      assert.notEqual((taken as { additionalProperties?: unknown } | undefined)?.additionalProperties, true, route);
    }
  }
  assert.deepEqual(lacking, []);
});

// These end the session that the other calls need.
const last = ['DELETE /api/user/self', 'GET /api/user/logout'];
const ordered = Object.entries(expected).sort(([a], [b]) => last.indexOf(a) - last.indexOf(b));

for (const [route, access] of ordered) {
  test(`${route} is for ${access}`, async () => {
    const [method, url] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
    for (const { name, role, visitor } of callers) {
      const body = method === 'POST' || method === 'PUT' ? {} : undefined;
      const response = await visitor.request(method, url.replace(':id', '987654'), body);
      if (access === 'callback') {
        assert.equal(response.statusCode, 403, `${name}: no processor is set up, so none is listened to`);
        continue;
      }
      const wanted = role >= roleOf[access] ? 200 : role === 0 ? 401 : 403;
      assert.equal(response.statusCode, wanted, `${name}: ${response.body}`);
      if (wanted !== 200) assert.equal(response.json().data, undefined, name);
    }
  });
}
