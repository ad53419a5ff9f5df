import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyPayment } from '@switchyard/payments';
import { type FakeEpay, fakeEpay } from '@switchyard/testing/third-parties/epay';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import { setOptions } from '../../testing/set-options.ts';

let testing: TestConsole;
let gateway: FakeEpay;
before(async () => {
  testing = await testConsole();
  gateway = await fakeEpay({ tellsRefunds: false });
  await setOptions(testing, {
    ServerAddress: 'https://gw.example.com',
    PayAddress: gateway.url,
    EpayId: gateway.pid,
    EpayKey: gateway.key,
  });
});
after(async () => {
  await testing.close();
  await gateway.close();
});

test('a refund without an answer is not sent again to a gateway that knows no request ids: its no would bring the credit back', async () => {
  await testing.addUser({ username: 'buyer' });
  await testing.addUser({ username: 'owner', role: 100 });
  const [buyer, root] = [await testing.signedIn('buyer'), await testing.signedIn('owner')];
  const ordered = await buyer.post('/api/user/pay', { amount: 10, payment_method: 'alipay' });
  await fetch(String((ordered as { url?: string }).url), { method: 'POST', body: new URLSearchParams(ordered.data) });
  const tradeNo: string = ordered.data.out_trade_no;
  const orders = testing.db.selectFrom('topup_orders').select('id').where('trade_no', '=', tradeNo);
  const { id } = await orders.executeTakeFirstOrThrow();
  gateway.pay(tradeNo);
  await applyPayment(testing.db, id, { status: 'paid', receivedMinor: 7300n });

  const refund = () => root.post(`/api/order/${id}/refund`, { reason: 'as agreed', request_id: 'refund-0001' });
  gateway.delivery.cutAfterBytes = 0;
  assert.equal((await refund()).data.state, 'asked');
  gateway.delivery.cutAfterBytes = undefined;
  gateway.become(tradeNo, 2);
  const { success, data } = await refund();
  assert.deepEqual([success, data.state], [true, 'asked']);
  assert.equal((await buyer.get('/api/user/self')).data.quota, 0);
});
