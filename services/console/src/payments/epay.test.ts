import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyPayment } from '@switchyard/payments';
import { type FakeEpay, fakeEpay } from '@switchyard/testing/third-parties/epay';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { secondConsole } from '../testing/second-console.ts';
import { setOptions } from '../testing/set-options.ts';
import { untilServed } from '../testing/until-served.ts';
import type { Visitor } from '../testing/visitor.ts';
import { untilSomebodyWaits } from '../testing/waiting.ts';

const quota = 5_000_000;
let testing: TestConsole;
let gateway: FakeEpay;
let users = 0;

before(async () => {
  testing = await testConsole();
  gateway = await fakeEpay();
  await configure();
});
after(async () => {
  await testing.close();
  await gateway.close();
});

function configure(): Promise<void> {
  return setOptions(testing, {
    ServerAddress: 'https://gw.example.com',
    PayAddress: gateway.url,
    EpayId: gateway.pid,
    EpayKey: gateway.key,
  });
}

async function newBuyer(group = 'default'): Promise<Visitor> {
  const username = `buyer${++users}`;
  await testing.addUser({ username, group });
  return testing.signedIn(username);
}

/** Orders 10 USD and sends the form as the browser does. Answers our order number. */
async function order(buyer: Visitor, fields: object = {}): Promise<string> {
  const answer = await buyer.post('/api/user/pay', { amount: 10, payment_method: 'alipay', ...fields });
  assert.equal(answer.message, 'success', answer.message);
  const { url } = answer as unknown as { url: string };
  const page = await fetch(url, { method: 'POST', body: new URLSearchParams(answer.data) });
  assert.match(await page.text(), /scan to pay/);
  return answer.data.out_trade_no;
}

function notify(query: string, app: FastifyInstance = testing.app) {
  return app.inject({ method: 'GET', url: `/api/user/epay/notify?${query}` });
}

async function read(tradeNo: string) {
  return testing.db.selectFrom('topup_orders').selectAll().where('trade_no', '=', tradeNo).executeTakeFirstOrThrow();
}

async function assertCredit(buyer: Visitor, tradeNo: string, credited = 1): Promise<void> {
  const posted = await testing.db
    .selectFrom('journal')
    .select(['kind', 'amount'])
    .where('reference', '=', `order:${tradeNo}`)
    .execute();
  assert.deepEqual(posted, credited ? [{ kind: 'topup', amount: quota }] : []);
  assert.equal((await buyer.get('/api/user/self')).data.quota, credited * quota);
}

test('the price of an amount is answered in yuan, by the buyer’s group', async () => {
  await setOptions(testing, { TopupGroupRatio: '{"default":1,"vip":0.95}' });
  const buyer = await newBuyer();
  assert.deepEqual(await buyer.post('/api/user/amount', { amount: 10, top_up_code: '' }), {
    success: true,
    message: 'success',
    data: '73.00',
    prices: ['alipay', 'wxpay'].map((method) => ({ processor: 'epay', method, currency: 'CNY', payable: '73.00' })),
    ratio: '1',
    quota,
  });
  assert.equal((await buyer.post('/api/user/amount', { amount: '10.01' })).data, '73.08');
  assert.equal((await (await newBuyer('vip')).post('/api/user/amount', { amount: '10' })).data, '69.35');
});

for (const amount of [0.001, 0, -1, 1e9, '1e3', '１０', '1e309', null, '10.001', '', 'ten', '0x10', [10]]) {
  test(`8: an amount of ${JSON.stringify(amount)} is refused with a sentence and makes no order`, async () => {
    const buyer = await newBuyer();
    for (const url of ['/api/user/amount', '/api/user/pay']) {
      const answer = await buyer.post(url, { amount, payment_method: 'alipay' });
      assert.equal(answer.success, false);
      assert.ok(answer.message.length > 10);
      assert.notEqual(answer.message, 'success');
    }
    assert.equal((await buyer.get('/api/user/orders')).data.total, 0);
  });
}

test('11: a payment of 10 USD gives 5000000 quota, once, and is seen in history and orders', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  const answered = await notify(gateway.notice(tradeNo));
  assert.equal(answered.statusCode, 200);
  assert.equal(answered.body, 'success');
  await assertCredit(buyer, tradeNo);
  const again = await notify(gateway.notice(tradeNo));
  assert.equal(again.body, 'success');
  await assertCredit(buyer, tradeNo);
  const { items } = (await buyer.get('/api/log/self/?type=1')).data;
  assert.equal(items.length, 1);
  assert.equal(items[0].quota, quota);
  const orders = (await buyer.get('/api/user/orders')).data;
  assert.equal(orders.total, 1);
  const { state, amount, payable, currency, method } = orders.items[0];
  assert.deepEqual(
    { state, amount, payable, currency, method },
    {
      state: 'credited',
      amount: '10',
      payable: '73.00',
      currency: 'CNY',
      method: 'alipay',
    },
  );
});

test('a gateway that posts its call as a form is understood too, and so is a payer who changed the method', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer, { payment_method: 'wx' });
  assert.equal((await read(tradeNo)).method, 'wxpay');
  gateway.pay(tradeNo);
  const answered = await testing.app.inject({
    method: 'POST',
    url: '/api/user/epay/notify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: gateway.notice(tradeNo, { type: 'alipay' }),
  });
  assert.equal(answered.body, 'success');
  await assertCredit(buyer, tradeNo);
});

test('the form of an order that waits is made again as it was', async () => {
  const buyer = await newBuyer();
  const { data: fields } = await buyer.post('/api/user/pay', { amount: 10, payment_method: 'alipay' });
  const { data } = await buyer.post(`/api/user/orders/${fields.out_trade_no}/payment`, {});
  assert.equal(data.url, `${gateway.url}/submit.php`);
  assert.deepEqual(data.fields, fields);
});

test('1: without a secret no call is listened to, whatever it is signed with', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  const notice = gateway.notice(tradeNo);
  await setOptions(testing, { EpayKey: '' });
  for (const query of [notice, notice.replace(/sign=[0-9a-f]+/, 'sign=979a5ac819cdbff1d5e73eba259d5af9')]) {
    const answered = await notify(query);
    assert.equal(answered.statusCode, 403);
    assert.notEqual(answered.body, 'success');
  }
  assert.equal((await buyer.post('/api/user/pay', { amount: 10, payment_method: 'alipay' })).success, false);
  await configure();
  await assertCredit(buyer, tradeNo, 0);
  assert.equal((await read(tradeNo)).state, 'pending');
});

test('1: a right call that names the order of another processor is refused', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  await testing.db.updateTable('topup_orders').set({ processor: 'usdt' }).where('trade_no', '=', tradeNo).execute();
  const answered = await notify(gateway.notice(tradeNo));
  assert.equal(answered.statusCode, 404);
  assert.notEqual(answered.body, 'success');
  await assertCredit(buyer, tradeNo, 0);
});

test('2: a call that is signed right and says paid credits nothing while the gateway, when asked, says unpaid', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  const notice = gateway.notice(tradeNo);
  const answered = await notify(notice);
  assert.equal(answered.statusCode, 503);
  assert.notEqual(answered.body, 'success');
  await assertCredit(buyer, tradeNo, 0);
  gateway.pay(tradeNo);
  assert.equal((await notify(notice)).body, 'success', 'the same call again, when it is true');
  await assertCredit(buyer, tradeNo);
});

test('2: what is never confirmed is shown to a person once the order has ended, also when the call comes after that', async () => {
  const buyer = await newBuyer();
  const [before_, after_] = [await order(buyer), await order(buyer)];
  const end = async (tradeNo: string) => applyPayment(testing.db, (await read(tradeNo)).id, { status: 'expired' });
  assert.equal((await notify(gateway.notice(before_))).statusCode, 503);
  await end(before_);
  await end(after_);
  assert.deepEqual((await read(after_)).flags, []);
  assert.equal((await notify(gateway.notice(after_))).statusCode, 503);
  for (const tradeNo of [before_, after_]) {
    const { state, flags, reason } = await read(tradeNo);
    assert.deepEqual([state, flags], ['expired', ['review']]);
    assert.match(reason, /the processor did not confirm it/);
    await assertCredit(buyer, tradeNo, 0);
  }
});

test('3 and 9: unsigned, doubled and injected calls are refused and leave no trace', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  const notice = gateway.notice(tradeNo);
  const { count: before_ } = await inboxSize();
  const [, sign] = /sign=([0-9a-f]+)/.exec(notice) ?? [];
  for (const query of [
    notice.replace(/&sign=[0-9a-f]+/, ''),
    notice.replace(/sign=[0-9a-f]+/, 'sign='),
    notice.replace(/sign=/, 'sign[]='),
    `${notice}&sign=${sign}`,
    `${notice}&money=0.01`,
    `money=0.01&${notice}`,
    gateway.notice(tradeNo, { return_url: 'https://gw.example.com/topup' }),
    gateway.notice(tradeNo, { device: 'pc' }),
    gateway.notice(tradeNo, { notify_url: 'https://gw.example.com/api/user/epay/notify' }),
    '',
  ]) {
    const answered = await notify(query);
    assert.equal(answered.statusCode, 401, query);
    assert.equal(answered.body, 'fail');
  }
  assert.equal((await inboxSize()).count, before_);
  await assertCredit(buyer, tradeNo, 0);
});

function inboxSize() {
  return testing.db
    .selectFrom('payment_inbox')
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

test('4: an error between the writes leaves neither, and the retry credits once', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  await sql`ALTER TABLE usage_log ADD CONSTRAINT never CHECK (type <> 1) NOT VALID`.execute(testing.db);
  const failed = await notify(gateway.notice(tradeNo));
  assert.equal(failed.statusCode, 500);
  assert.doesNotMatch(failed.body, /success"?$|never/);
  await assertCredit(buyer, tradeNo, 0);
  await sql`ALTER TABLE usage_log DROP CONSTRAINT never`.execute(testing.db);
  assert.equal((await notify(gateway.notice(tradeNo))).body, 'success');
  await assertCredit(buyer, tradeNo);
});

test('5: 50 parallel identical calls on two instances, and a poller, credit once', async () => {
  const second = await secondConsole(testing);
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  const notice = gateway.notice(tradeNo);
  const { id } = await read(tradeNo);
  const poll = () => applyPayment(testing.db, id, { status: 'paid', receivedMinor: 7300n, currency: 'CNY' });
  let sent = 0;
  const [answers] = await Promise.all([
    Promise.all(
      Array.from({ length: 50 }, (_, call) =>
        untilServed(() => {
          sent++;
          return notify(notice, call % 2 ? second.app : testing.app);
        }),
      ),
    ),
    poll(),
    poll(),
  ]);
  assert.deepEqual([...new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))], ['200 success']);
  await assertCredit(buyer, tradeNo);
  const inbox = await testing.db.selectFrom('payment_inbox').select('times').where('order_id', '=', id).execute();
  assert.equal(inbox.length, 1);
  // Of what was sent again it may have counted the first time too.
  assert.ok(inbox[0] && inbox[0].times >= 50 && inbox[0].times <= sent, `${inbox[0]?.times} of ${sent} counted`);
  await second.close();
});

test('5: a call that comes again in another spelling is the same call: it is not asked about, and fills nothing', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  const notice = gateway.notice(tradeNo);
  assert.equal((await notify(notice)).body, 'success');
  const asked = gateway.requests().length;
  const turned = [...new URLSearchParams(notice)].toReversed();
  const spellings: [string, string][][] = [[], [['x', '']], [['sign_type', 'x'.repeat(9_000)]]];
  for (const more of spellings) {
    const kept = turned.filter(([name]) => !more.some(([other]) => other === name));
    assert.equal((await notify(new URLSearchParams([...kept, ...more]).toString())).body, 'success');
  }
  assert.equal(gateway.requests().length, asked);
  const { id } = await read(tradeNo);
  const inbox = await testing.db.selectFrom('payment_inbox').select('times').where('order_id', '=', id).execute();
  assert.deepEqual(inbox, [{ times: 4 }]);
});

test('6: the order’s row is locked while it is credited', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  const { id } = await read(tradeNo);
  let call: ReturnType<typeof notify> | undefined;
  await testing.db.transaction().execute(async (trx) => {
    await trx.selectFrom('topup_orders').select('id').where('id', '=', id).forUpdate().execute();
    call = notify(gateway.notice(tradeNo));
    call.then(() => {});
    await untilSomebodyWaits(testing.db);
    await trx.updateTable('topup_orders').set({ state: 'expired' }).where('id', '=', id).execute();
  });
  assert.equal((await call)?.body, 'success');
  assert.deepEqual((await read(tradeNo)).flags, ['late'], 'it saw what the lock’s holder wrote');
  await assertCredit(buyer, tradeNo);
});

test('8: a call about another amount, signed right, credits nothing and is shown to a person', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo, '0.01');
  const answered = await notify(gateway.notice(tradeNo));
  assert.equal(answered.body, 'success', 'it need not come again');
  await assertCredit(buyer, tradeNo, 0);
  const { flags, reason } = await read(tradeNo);
  assert.deepEqual(flags, ['review', 'contradicted']);
  assert.match(reason, /0\.01 CNY/);
});

test('8: a gateway that was paid less than it says credits nothing', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo, '72.99');
  assert.equal((await notify(gateway.notice(tradeNo, { money: '73.00' }))).body, 'success');
  await assertCredit(buyer, tradeNo, 0);
  assert.equal((await read(tradeNo)).state, 'underpaid');
});

test('12: another merchant number, signed with the right key, is refused', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  assert.equal((await notify(gateway.notice(tradeNo, { pid: '1002' }))).statusCode, 401);
  await assertCredit(buyer, tradeNo, 0);
});

test('13: buyers see their own orders only', async () => {
  const [buyer, other] = [await newBuyer(), await newBuyer()];
  await order(buyer);
  assert.equal((await buyer.get('/api/user/orders')).data.total, 1);
  assert.equal((await other.get('/api/user/orders')).data.total, 0);
});

test('14: 5000 USD are 2500000000 quota, there and back', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer, { amount: '5000' });
  gateway.pay(tradeNo);
  assert.equal((await notify(gateway.notice(tradeNo))).body, 'success');
  assert.equal((await buyer.get('/api/user/self')).data.quota, 2_500_000_000);
});

test('15: the key is in no answer, no log and no row in clear, also when the gateway is away', async () => {
  await testing.addUser({ username: 'root', role: 100 });
  const root = await testing.signedIn('root');
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  await setOptions(testing, { PayAddress: 'http://127.0.0.1:1' });
  const answered = await notify(gateway.notice(tradeNo));
  assert.equal(answered.statusCode, 503);
  await configure();
  const texts = [answered.body, testing.logged()];
  for (const url of ['/api/option/payment', '/api/payment-enabled', '/api/order/', '/api/log/', '/admin/usdt-logs']) {
    texts.push((await root.request('GET', url)).body);
  }
  for (const table of ['options', 'topup_orders', 'payment_inbox', 'usage_log', 'processor_log']) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} AS t`.execute(
      testing.db,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  assert.ok(texts.every((text) => !text.includes(gateway.key)));
});

test('16: addresses come from the options, whatever host the request names', async () => {
  const username = `buyer${++users}`;
  await testing.addUser({ username });
  const buyer = testing.visitor('http://evil.example');
  await buyer.signIn(username, 'correct horse battery staple');
  const { data } = await buyer.post('/api/user/pay', { amount: 10, payment_method: 'alipay' });
  assert.equal(data.notify_url, 'https://gw.example.com/api/user/epay/notify');
  assert.equal(data.return_url, 'https://gw.example.com/topup');
  await setOptions(testing, { CustomCallbackAddress: 'https://pay.example.com/' });
  const behind = await buyer.post('/api/user/pay', { amount: 10, payment_method: 'alipay' });
  assert.equal(behind.data.notify_url, 'https://pay.example.com/api/user/epay/notify');
  await setOptions(testing, { CustomCallbackAddress: '' });
});

test('17: what was paid at the last moment and is heard of an hour later is credited, and marked as late', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  await sql`UPDATE topup_orders SET state = 'expired', expires_at = now() - interval '1 hour' WHERE trade_no = ${tradeNo}`.execute(
    testing.db,
  );
  assert.equal((await notify(gateway.notice(tradeNo))).body, 'success');
  await assertCredit(buyer, tradeNo);
  assert.deepEqual((await read(tradeNo)).flags, ['late']);
});

test('a payment of which the gateway never tells is credited when its buyer looks', async () => {
  const [buyer, other] = [await newBuyer(), await newBuyer()];
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  assert.equal((await other.get(`/api/user/payment-status/${tradeNo}`)).success, false);
  assert.deepEqual((await buyer.get(`/api/user/payment-status/${tradeNo}`)).data, {
    status: 'success',
    amount: 10,
    user_quota: quota,
  });
  assert.equal((await notify(gateway.notice(tradeNo))).body, 'success');
  await assertCredit(buyer, tradeNo);
});

test('a call about an order that is not here is refused and logged', async () => {
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  const answered = await notify(gateway.notice(tradeNo, { out_trade_no: 'TU20261121NOBODYKNOWSIT' }));
  assert.equal(answered.statusCode, 404);
  assert.match(testing.logged(), /names an order that is not here/);
});

test('a call of more than 64 kB is refused', async () => {
  const answered = await testing.app.inject({
    method: 'POST',
    url: '/api/user/epay/notify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x'.repeat(65_537),
  });
  assert.equal(answered.statusCode, 413);
});

test('methods that are not offered are refused', async () => {
  const buyer = await newBuyer();
  for (const method of ['qqpay', 'card', '', '__proto__', 'alipay&money=0.01']) {
    const answer = await buyer.post('/api/user/pay', { amount: 10, payment_method: method });
    assert.match(answer.message, /payment methods that are shown/, method);
  }
});

test('the eleventh order in a minute is refused with 429', async () => {
  const buyer = await newBuyer();
  for (let tries = 0; tries < 10; tries++) await buyer.post('/api/user/pay', { amount: 10, payment_method: 'zfb' });
  const response = await buyer.request('POST', '/api/user/pay', { amount: 10, payment_method: 'zfb' });
  assert.equal(response.statusCode, 429);
  assert.ok(Number(response.headers['retry-after']) > 0);
});

test('a sixth open order is refused with a sentence', async () => {
  const buyer = await newBuyer();
  for (let orders = 0; orders < 5; orders++) await order(buyer);
  const answer = await buyer.post('/api/user/pay', { amount: 10, payment_method: 'alipay' });
  assert.match(answer.message, /5 payments of this kind waiting/);
});

test('what can be paid with is the same list for users and administrators; settings are for root', async () => {
  await testing.addUser({ username: 'admin', role: 10 });
  const admin = await testing.signedIn('admin');
  const buyer = await newBuyer();
  const offered = (await buyer.get('/api/payment-enabled')).data as { key: string; value: string }[];
  const shown = (key: string) => offered.find((one) => one.key === key)?.value;
  assert.equal(shown('EnabledEpay'), 'true');
  assert.equal(shown('EnabledUsdt'), 'false');
  assert.equal(shown('EpayMethods'), 'alipay,wxpay');
  assert.equal(shown('MinTopUp'), '1');
  assert.equal(shown('EpayId'), undefined);
  assert.ok(offered.every(({ value }) => typeof value === 'string'));
  assert.deepEqual((await admin.get('/api/option/payment')).data, offered);
  const root = await testing.signedIn('root');
  const settings = (await root.get('/api/option/payment')).data as { key: string; value: string }[];
  assert.equal(settings.find(({ key }) => key === 'EpayId')?.value, gateway.pid);
  assert.equal(settings.find(({ key }) => key === 'EpayKey')?.value, '');
  assert.equal(
    settings.find(({ key }) => key === 'SystemName'),
    undefined,
  );
});

test('administrators find orders by number, gateway’s number, buyer, state and what waits for them', async () => {
  const admin = await testing.signedIn('admin');
  const buyer = await newBuyer();
  const tradeNo = await order(buyer);
  gateway.pay(tradeNo);
  await notify(gateway.notice(tradeNo));
  const reference = (await read(tradeNo)).processor_reference;
  const list = async (query: string) => (await admin.get(`/api/order/?${query}`)).data.items as { trade_no: string }[];
  for (const query of [`keyword=${tradeNo}`, `keyword=${reference}`, `keyword=BUYER${users}`]) {
    assert.deepEqual(
      (await list(query)).map((found) => found.trade_no),
      [tradeNo],
      query,
    );
  }
  assert.ok((await list('state=credited&processor=epay&page_size=100')).some((found) => found.trade_no === tradeNo));
  assert.ok((await list('review=true&page_size=100')).every((found) => found.trade_no !== tradeNo));
  assert.ok((await list('review=true&page_size=100')).length >= 2);
  assert.deepEqual(await list('keyword=%25'), []);
});
