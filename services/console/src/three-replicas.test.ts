import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FakeEpay, fakeEpay } from '@switchyard/testing/third-parties/epay';
import type { FastifyInstance } from 'fastify';
import { type TestConsole, testConsole } from './testing/console.ts';
import { secondConsole } from './testing/second-console.ts';
import { setOptions } from './testing/set-options.ts';
import { Visitor } from './testing/visitor.ts';

const calls = 200;
let testing: TestConsole;
let others: Awaited<ReturnType<typeof secondConsole>>[];
let apps: FastifyInstance[];
let gateway: FakeEpay;

before(async () => {
  testing = await testConsole();
  others = await Promise.all([secondConsole(testing), secondConsole(testing)]);
  apps = [testing.app, ...others.map(({ app }) => app)];
  gateway = await fakeEpay();
  await setOptions(testing, {
    ServerAddress: 'https://gw.example.com',
    PayAddress: gateway.url,
    EpayId: gateway.pid,
    EpayKey: gateway.key,
  });
  await testing.addUser({ username: 'admin', role: 10 });
});
after(async () => {
  await Promise.all(others.map((other) => other.close()));
  await testing.close();
  await gateway.close();
});

/** The same browser at each of the instances. */
async function everywhere(username: string): Promise<Visitor[]> {
  const first = await testing.signedIn(username);
  return apps.map((app) => {
    const visitor = new Visitor(app);
    for (const [name, value] of first.cookies) visitor.cookies.set(name, value);
    visitor.userId = first.userId;
    return visitor;
  });
}

async function posted(reference: string) {
  return testing.db.selectFrom('journal').select(['kind', 'amount']).where('reference', '=', reference).execute();
}

test('one code that 40 users try 200 times at three instances is redeemed once', async () => {
  const admin = await testing.signedIn('admin');
  const { data } = await admin.post('/api/redemption/', { name: 'gift', quota: 900, count: 1 });
  const code = (await admin.get(`/api/redemption/search?keyword=${data[0]}`)).data.items[0];
  const users: Visitor[][] = [];
  for (let count = 0; count < 40; count++) {
    await testing.addUser({ username: `user${count}` });
    users.push(await everywhere(`user${count}`));
  }
  const browsers = Array.from({ length: calls / (users.length * apps.length) + 1 }, () => users.flat()).flat();
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, call) => (browsers[call] as Visitor).post('/api/user/topup', { key: code.key })),
  );
  assert.equal(answers.filter(({ success }) => success).length, 1);
  assert.deepEqual(await posted(`code:${code.id}`), [{ kind: 'redeem', amount: 900 }]);
  const balances = await Promise.all(
    users.map(async ([user]) => (await (user as Visitor).get('/api/user/self')).data.quota),
  );
  assert.equal(
    balances.reduce((sum, balance) => sum + balance),
    900,
  );
});

test('one payment of which 200 calls tell three instances at once is credited once, and each is acknowledged', async () => {
  await testing.addUser({ username: 'buyer' });
  const [buyer] = await everywhere('buyer');
  const { url, data } = (await (buyer as Visitor).post('/api/user/pay', { amount: 10, payment_method: 'alipay' })) as {
    url?: string;
    data: Record<string, string>;
  };
  await (await fetch(url as string, { method: 'POST', body: new URLSearchParams(data) })).text();
  const tradeNo = data.out_trade_no as string;
  gateway.pay(tradeNo);
  const notice = gateway.notice(tradeNo);
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, call) =>
      (apps[call % apps.length] as FastifyInstance).inject({ method: 'GET', url: `/api/user/epay/notify?${notice}` }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))], ['200 success']);
  assert.deepEqual(await posted(`order:${tradeNo}`), [{ kind: 'topup', amount: 5_000_000 }]);
  assert.equal((await (buyer as Visitor).get('/api/user/self')).data.quota, 5_000_000);
});
