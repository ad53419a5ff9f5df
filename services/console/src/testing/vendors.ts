import assert from 'node:assert/strict';
import { type FakeAirwallex, fakeAirwallex } from '@switchyard/testing/third-parties/airwallex';
import { type FakeCryptomus, fakeCryptomus } from '@switchyard/testing/third-parties/cryptomus';
import { type FakeStripe, fakeStripe } from '@switchyard/testing/third-parties/stripe';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from './console.ts';
import { setOptions } from './set-options.ts';
import type { Visitor } from './visitor.ts';

/** What ten dollars buy. */
export const tenDollars = 5_000_000;

/** A console with the payment vendors set up, all of them fakes. */
export interface Vendors {
  readonly testing: TestConsole;
  readonly cryptomus: FakeCryptomus;
  readonly airwallex: FakeAirwallex;
  readonly stripe: FakeStripe;
  /** Puts the settings back as they were at the start. */
  configure(): Promise<void>;
  /** `origin`: where the buyer's browser believes to be. */
  newBuyer(group?: string, origin?: string): Promise<Visitor>;
  /** A vendor's call. */
  call(
    path: string,
    notice: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
    app?: FastifyInstance,
  ): Promise<LightMyRequestResponse>;
  /** The buyer's newest order. */
  orderOf(buyer: Visitor): ReturnType<typeof newestOrder>;
  age(tradeNo: string, seconds: number): Promise<void>;
  /** That the buyer got the credit of so many orders of ten dollars, and that balance and journal agree. */
  assertCredits(buyer: Visitor, orders: number): Promise<void>;
  close(): Promise<void>;
}

export async function testVendors(): Promise<Vendors> {
  const [cryptomus, airwallex, stripe] = await Promise.all([fakeCryptomus(), fakeAirwallex(), fakeStripe()]);
  const paymentHosts = { cryptomus: cryptomus.url, airwallex: airwallex.url, stripe: stripe.url };
  const testing = await testConsole({ config: { paymentHosts } });
  let buyers = 0;

  const configure = () =>
    setOptions(testing, {
      ServerAddress: 'https://gw.example.com',
      CustomCallbackAddress: 'https://calls.example.com',
      EnabledCryptomus: 'true',
      CryptoMerchant_ID: cryptomus.merchantId,
      CryptoAPI_Key: cryptomus.apiKey,
      EnabledAirwallex: 'true',
      LiveAirwallex: 'false',
      AirwallexPaymentMode: 'hosted',
      AirwallexClient_ID: airwallex.clientId,
      AirwallexAPI_Key: airwallex.apiKey,
      AirwallexSec_Key: airwallex.webhookSecret,
      EnabledStripe: 'true',
      StripeApiKey: stripe.apiKey,
      StripeWebhookSecret: stripe.webhookSecret,
    });
  await configure();

  return {
    testing,
    cryptomus,
    airwallex,
    stripe,
    configure,
    async newBuyer(group = 'default', origin) {
      const username = `buyer${++buyers}`;
      await testing.addUser({ username, group });
      if (!origin) return testing.signedIn(username);
      const browser = testing.visitor(origin);
      await browser.signIn(username, password);
      return browser;
    },
    call: (path, { headers, body }, app = testing.app) =>
      app.inject({ method: 'POST', url: path, headers: { ...headers }, payload: body }),
    orderOf: ({ userId }) => newestOrder(testing, userId),
    async age(tradeNo, seconds) {
      const back = sql`make_interval(secs => ${seconds})`;
      await sql`
        UPDATE topup_orders
        SET created_at = created_at - ${back}, expires_at = expires_at - ${back}, queried_at = queried_at - ${back}
        WHERE trade_no = ${tradeNo}
      `.execute(testing.db);
    },
    async assertCredits({ userId }, orders) {
      const posted = await testing.db
        .selectFrom('journal')
        .select(['kind', 'amount'])
        .where('user_id', '=', userId)
        .execute();
      assert.deepEqual(
        posted,
        Array.from({ length: orders }, () => ({ kind: 'topup', amount: tenDollars })),
      );
      const { balance } = await testing.db
        .selectFrom('accounts')
        .select('balance')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      assert.equal(balance, orders * tenDollars);
    },
    async close() {
      await testing.close();
      await Promise.all([cryptomus.close(), airwallex.close(), stripe.close()]);
    },
  };
}

function newestOrder({ db }: TestConsole, userId: number) {
  return db
    .selectFrom('topup_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}
