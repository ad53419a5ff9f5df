import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type FakeUsdt, fakeUsdt } from '@switchyard/testing/third-parties/usdt';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { secondConsole } from '../testing/second-console.ts';
import { setOptions } from '../testing/set-options.ts';
import { untilServed } from '../testing/until-served.ts';
import type { Visitor } from '../testing/visitor.ts';

const quota = 5_000_000;

for (const family of ['epusdt', 'bepusdt', 'gmpay'] as const) {
  describe(family, () => {
    let testing: TestConsole;
    let gateway: FakeUsdt;
    let users = 0;

    before(async () => {
      testing = await testConsole();
      gateway = await fakeUsdt(family);
      await setOptions(testing, {
        ServerAddress: 'https://gw.example.com',
        UsdtApiUrl: gateway.url,
        UsdtApiKey: gateway.key,
        UsdtGateway: family,
        UsdtMerchantId: gateway.merchantId,
        Price: '7.35',
      });
    });
    after(async () => {
      await testing.close();
      await gateway.close();
    });

    async function newBuyer(): Promise<Visitor> {
      const username = `buyer${++users}`;
      await testing.addUser({ username });
      return testing.signedIn(username);
    }

    /** Orders 10 USD; answers our order number. */
    async function order(buyer: Visitor): Promise<string> {
      const answer = await buyer.post('/api/user/usdt/pay', { amount: '10', payment_method: '', top_up_code: '' });
      assert.equal(answer.message, 'success', answer.message);
      const { trade_no: tradeNo } = (await buyer.get('/api/user/orders')).data.items[0];
      const made = gateway.orders.get(tradeNo);
      assert.equal(answer.data, `${gateway.url}/pay/checkout-counter/${made?.tradeId}`);
      return tradeNo;
    }

    function notify(body: string, app = testing.app) {
      const headers = { 'content-type': 'application/json' };
      return app.inject({ method: 'POST', url: '/api/user/usdt/notify', headers, payload: body });
    }

    async function read(tradeNo: string) {
      return testing.db
        .selectFrom('topup_orders')
        .selectAll()
        .where('trade_no', '=', tradeNo)
        .executeTakeFirstOrThrow();
    }

    async function assertCredit(buyer: Visitor, tradeNo: string, credited = 1): Promise<void> {
      const posted = await testing.db
        .selectFrom('journal')
        .select('amount')
        .where('reference', '=', `order:${tradeNo}`)
        .execute();
      assert.deepEqual(posted, credited ? [{ amount: quota }] : []);
      assert.equal((await buyer.get('/api/user/self')).data.quota, credited * quota);
    }

    test('the order goes to the gateway with its price in yuan, and lives as long as the gateway says', async () => {
      const buyer = await newBuyer();
      const tradeNo = await order(buyer);
      assert.equal(gateway.orders.get(tradeNo)?.amount, 73.5);
      assert.equal(gateway.orders.get(tradeNo)?.notifyUrl, 'https://gw.example.com/api/user/usdt/notify');
      const { state, processor_reference: reference, checkout, expires_at: expiresAt } = await read(tradeNo);
      assert.equal(state, 'pending');
      assert.equal(reference, gateway.orders.get(tradeNo)?.tradeId);
      assert.equal(checkout.actual_amount, '10.21');
      assert.equal(checkout.address, 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK');
      const left = expiresAt.getTime() - Date.now();
      assert.ok(left > 500_000 && left <= 601_000, String(left));
    });

    for (const [name, statuses] of [
      ['waiting then paid', [1, 2]],
      ['expired then paid', [3, 2]],
      ['paid then waiting', [2, 1]],
      ['paid, expired, waiting and paid again', [2, 3, 1, 2]],
    ] as const) {
      test(`7: ${name}: every call is acknowledged, and there is one credit`, async () => {
        const buyer = await newBuyer();
        const tradeNo = await order(buyer);
        for (const status of statuses) {
          gateway.become(tradeNo, status);
          const answered = await notify(gateway.notice(tradeNo));
          assert.equal(`${answered.statusCode} ${answered.body}`, '200 ok');
        }
        assert.equal((await read(tradeNo)).state, 'credited');
        await assertCredit(buyer, tradeNo);
      });
    }

    test('7: a waiting call does not credit', async () => {
      const buyer = await newBuyer();
      const tradeNo = await order(buyer);
      assert.equal((await notify(gateway.notice(tradeNo))).body, 'ok');
      assert.equal((await read(tradeNo)).state, 'pending');
      await assertCredit(buyer, tradeNo, 0);
    });

    test('2: a call that says paid credits nothing while the gateway, when asked, says waiting', async () => {
      const buyer = await newBuyer();
      const tradeNo = await order(buyer);
      const answered = await notify(gateway.notice(tradeNo, { status: 2, block_transaction_id: 'forged' }));
      assert.equal(answered.statusCode, 503);
      assert.notEqual(answered.body, 'ok');
      await assertCredit(buyer, tradeNo, 0);
    });

    test('2: a call that says paid while the gateway, when asked, says it has ended is not acknowledged and waits for a person', async () => {
      for (const status of [3, 4, 6]) {
        const buyer = await newBuyer();
        const tradeNo = await order(buyer);
        gateway.become(tradeNo, status);
        const answered = await notify(gateway.notice(tradeNo, { status: 2, block_transaction_id: `${status}` }));
        assert.equal(answered.statusCode, 503);
        assert.deepEqual((await read(tradeNo)).flags, ['review']);
        await assertCredit(buyer, tradeNo, 0);
      }
    });

    test('3: calls without a signature, with another one or with a list of them are refused', async () => {
      const buyer = await newBuyer();
      const tradeNo = await order(buyer);
      gateway.become(tradeNo, 2);
      const { signature, ...fields } = JSON.parse(gateway.notice(tradeNo));
      for (const sent of [
        fields,
        { ...fields, signature: '' },
        { ...fields, signature: [signature] },
        { ...fields, signature: { $ne: '' } },
        { ...fields, amount: 0.01, signature },
      ]) {
        assert.equal((await notify(JSON.stringify(sent))).statusCode, 401);
      }
      await assertCredit(buyer, tradeNo, 0);
    });

    test('5: 200 parallel identical calls on two instances credit once', async () => {
      const second = await secondConsole(testing);
      const buyer = await newBuyer();
      const tradeNo = await order(buyer);
      gateway.become(tradeNo, 2);
      const body = gateway.notice(tradeNo);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, call) => untilServed(() => notify(body, call % 10 ? testing.app : second.app))),
      );
      assert.deepEqual([...new Set(answers.map((answered) => `${answered.statusCode} ${answered.body}`))], ['200 ok']);
      await assertCredit(buyer, tradeNo);
      await second.close();
    });

    test('8: calls about another amount or other coins, signed right, credit nothing', async () => {
      for (const changes of [{ amount: 0.02 }, { actual_amount: 0.01 }]) {
        const buyer = await newBuyer();
        const tradeNo = await order(buyer);
        gateway.become(tradeNo, 2);
        assert.equal((await notify(gateway.notice(tradeNo, changes))).body, 'ok');
        assert.equal((await buyer.get(`/api/user/payment-status/${tradeNo}`)).data.status, 'pending');
        await assertCredit(buyer, tradeNo, 0);
        assert.deepEqual((await read(tradeNo)).flags, ['review', 'contradicted']);
      }
    });

    test('one transfer on the chain pays one order', async () => {
      const [first, second] = [await newBuyer(), await newBuyer()];
      const [one, other] = [await order(first), await order(second)];
      const transfer = { block_transaction_id: 'a'.repeat(64) };
      for (const tradeNo of [one, other]) {
        gateway.become(tradeNo, 2);
        assert.equal((await notify(gateway.notice(tradeNo, transfer))).body, 'ok');
      }
      assert.equal((await second.get(`/api/user/payment-status/${other}`)).data.status, 'pending');
      await assertCredit(first, one);
      await assertCredit(second, other, 0);
      assert.match((await read(other)).reason, /has paid another order/);
    });

    test('a call that comes although the answer to the order was lost finds its order', async () => {
      const buyer = await newBuyer();
      const tradeNo = await order(buyer);
      await testing.db
        .updateTable('topup_orders')
        .set({ state: 'created', processor_reference: null, checkout: '{}' })
        .where('trade_no', '=', tradeNo)
        .execute();
      gateway.become(tradeNo, 2);
      assert.equal((await notify(gateway.notice(tradeNo))).body, 'ok');
      await assertCredit(buyer, tradeNo);
    });

    test('a gateway that does not answer leaves the order open, one that refuses ends it', async () => {
      const buyer = await newBuyer();
      gateway.delivery.cutAfterBytes = 10;
      const unanswered = await buyer.post('/api/user/usdt/pay', { amount: 10 });
      gateway.delivery.cutAfterBytes = undefined;
      assert.match(unanswered.message, /does not answer/);
      assert.equal((await buyer.get('/api/user/orders')).data.items[0].state, 'created');
      await setOptions(testing, { UsdtApiKey: 'another-key' });
      const refused = await buyer.post('/api/user/usdt/pay', { amount: 10 });
      await setOptions(testing, { UsdtApiKey: gateway.key });
      assert.match(refused.message, /does not take this order/);
      assert.equal((await buyer.get('/api/user/orders')).data.items[0].state, 'failed');
    });

    test('amounts from a million yuan on are refused', async () => {
      await setOptions(testing, { MaxTopUp: '1000000', MaxTopUpPerDay: '1000000' });
      const answer = await (await newBuyer()).post('/api/user/usdt/pay', { amount: '136054.43' });
      assert.match(answer.message, /less than 1000000\.00 CNY/);
      await setOptions(testing, { MaxTopUp: '10000', MaxTopUpPerDay: '50000' });
    });

    test('1: without a key, and with the one everybody knows, nothing is offered and no call is listened to', async () => {
      const buyer = await newBuyer();
      const tradeNo = await order(buyer);
      gateway.become(tradeNo, 2);
      for (const key of ['', '123234']) {
        await setOptions(testing, { UsdtApiKey: key });
        assert.match((await buyer.post('/api/user/usdt/pay', { amount: 10 })).message, /not enabled/);
        assert.equal((await notify(gateway.notice(tradeNo))).statusCode, 403);
        const offered = (await buyer.get('/api/payment-enabled')).data as { key: string; value: string }[];
        assert.equal(offered.find((one) => one.key === 'EnabledUsdt')?.value, 'false');
      }
      await setOptions(testing, { UsdtApiKey: gateway.key });
      await assertCredit(buyer, tradeNo, 0);
    });

    test('the log of the gateway is kept when it is switched on, for administrators, without signatures', async () => {
      await testing.addUser({ username: 'admin', role: 10 });
      const admin = await testing.signedIn('admin');
      assert.deepEqual((await admin.get('/admin/usdt-logs')).data, []);
      await setOptions(testing, { EnableUsdtLog: 'true' });
      const buyer = await newBuyer();
      const tradeNo = await order(buyer);
      gateway.become(tradeNo, 2);
      await notify(gateway.notice(tradeNo));
      const { data } = await admin.get('/admin/usdt-logs');
      assert.equal(data.length, 3);
      assert.match(data[0].content, /check-status.* answered .*"status":2/);
      assert.match(data[1].content, /^called us: .*"signature":"\*\*\*"/);
      assert.match(data[2].content, new RegExp(`create-transaction .*${tradeNo}.* answered .*payment_url`));
      assert.ok(data[0].created_at > 0);
      const { signature } = JSON.parse(gateway.notice(tradeNo));
      assert.ok(!JSON.stringify(data).includes(signature));
      assert.equal((await buyer.request('GET', '/admin/usdt-logs')).statusCode, 403);
      await setOptions(testing, { EnableUsdtLog: 'false' });
    });

    test('15: the key is in no answer, no log and no row in clear', async () => {
      const texts = [testing.logged()];
      for (const table of ['options', 'topup_orders', 'payment_inbox', 'usage_log', 'processor_log']) {
        const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} AS t`.execute(
          testing.db,
        );
        texts.push(...rows.map(({ row }) => row));
      }
      assert.ok(texts.every((text) => !text.includes(gateway.key)));
    });
  });
}
