import { readOptions } from '@switchyard/contracts';
import { sealOption } from '@switchyard/crypto';
import { parseCidrs } from '@switchyard/http';
import { lockOrder, type Order, placeOrder, quote } from '@switchyard/payments';
import { type FakeAirwallex, fakeAirwallex } from '@switchyard/testing/third-parties/airwallex';
import { type FakeCryptomus, fakeCryptomus } from '@switchyard/testing/third-parties/cryptomus';
import { type FakeEpay, fakeEpay } from '@switchyard/testing/third-parties/epay';
import { type FakeStripe, fakeStripe } from '@switchyard/testing/third-parties/stripe';
import { type FakeUsdt, fakeUsdt } from '@switchyard/testing/third-parties/usdt';
import { sql } from 'kysely';
import { breaker } from '../payments/breaker.ts';
import { type PaymentPorts, processors } from '../payments/processors.ts';
import type { Ports } from '../ports.ts';
import type { Books } from './books.ts';

/** Payment vendors that are set up, and orders at them. */
export interface Till {
  readonly ports: PaymentPorts;
  readonly cryptomus: FakeCryptomus;
  readonly airwallex: FakeAirwallex;
  readonly stripe: FakeStripe;
  /** Tells of no refunds. */
  readonly epay: FakeEpay;
  readonly usdt: FakeUsdt;
  /** Logged errors: what an operator is to see. */
  readonly alarms: { order?: string; reason?: string }[];
  set(options: Record<string, string>): Promise<void>;
  /** An order of 10 USD that its vendor knows of; `lost`: but whose answer never arrived. */
  order(processor: keyof typeof methods, lost?: 'lost'): Promise<Order>;
  /** Makes the order so many minutes older. */
  age(order: Order, minutes: number): Promise<void>;
  read(order: Order): Promise<Order>;
  close(): Promise<void>;
}

const methods = { cryptomus: 'USDT/tron', airwallex: 'fps', stripe: '', epay: 'alipay', usdt: '' };
export const tenDollars = 5_000_000;

export async function testTill(books: Books, own: Ports): Promise<Till> {
  const { db } = books;
  const [cryptomus, airwallex, stripe, epay, usdt] = await Promise.all([
    fakeCryptomus(),
    fakeAirwallex(),
    fakeStripe(),
    fakeEpay({ tellsRefunds: false }),
    fakeUsdt('epusdt'),
  ]);
  const alarms: { order?: string; reason?: string }[] = [];
  const log = Object.assign(Object.create(own.log), { error: (fields: { order?: string }) => alarms.push(fields) });
  const ports: PaymentPorts = {
    db,
    log,
    optionKey: own.optionKey,
    figures: own.figures,
    upstreamAllow: parseCidrs('127.0.0.0/8'),
    paymentHosts: { cryptomus: cryptomus.url, airwallex: airwallex.url, stripe: stripe.url },
    breaker: breaker(),
  };

  async function set(options: Record<string, string>): Promise<void> {
    for (const [key, text] of Object.entries(options)) {
      const value = /Key$|Secret$|API_Key$/.test(key) ? sealOption(ports.optionKey, key, text) : text;
      await db
        .insertInto('options')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    }
  }

  const till: Till = {
    ports,
    cryptomus,
    airwallex,
    stripe,
    epay,
    usdt,
    alarms,
    set,
    async order(name, lost) {
      const processor = (await processors(ports)).find((one) => one.name === name);
      const terms = processor?.terms(methods[name]);
      if (!processor || !terms || 'declined' in terms) throw new Error(`${name} is not set up`);
      const price = quote(readOptions([]).options, { amount: '10', group: 'default', ...terms });
      if ('refusal' in price) throw new Error(price.refusal);
      const placed = await placeOrder(db, processor, {
        ...terms,
        userId: await books.user(0),
        quote: price,
        mostPerDayUsd: 1000,
      });
      if ('refusal' in placed) throw new Error(placed.refusal);
      const checkout = await processor.checkout(placed);
      if ('declined' in checkout) throw new Error(checkout.declined);
      if (lost) return placed;
      // The payer's browser makes the order there.
      if (name === 'epay') await sendForm(checkout.answer);
      await db
        .updateTable('topup_orders')
        .set({ state: 'pending', processor_reference: checkout.reference ?? null })
        .where('id', '=', placed.id)
        .execute();
      return till.read(placed);
    },
    async age(order, minutes) {
      const back = sql`make_interval(mins => ${minutes})`;
      await db
        .updateTable('topup_orders')
        .set({
          created_at: sql`created_at - ${back}`,
          expires_at: sql`expires_at - ${back}`,
          queried_at: sql`queried_at - ${back}`,
        })
        .where('id', '=', order.id)
        .execute();
    },
    read: (order) => db.transaction().execute((trx) => lockOrder(trx, order.id)),
    async close() {
      await Promise.all([cryptomus, airwallex, stripe, epay, usdt].map((vendor) => vendor.close()));
    },
  };
  await set({
    ServerAddress: 'https://gw.example.com',
    EnabledCryptomus: 'true',
    CryptoMerchant_ID: cryptomus.merchantId,
    CryptoAPI_Key: cryptomus.apiKey,
    EnabledAirwallex: 'true',
    AirwallexClient_ID: airwallex.clientId,
    AirwallexAPI_Key: airwallex.apiKey,
    AirwallexSec_Key: airwallex.webhookSecret,
    EnabledStripe: 'true',
    StripeApiKey: stripe.apiKey,
    StripeWebhookSecret: stripe.webhookSecret,
    PayAddress: epay.url,
    EpayId: epay.pid,
    EpayKey: epay.key,
    UsdtApiUrl: usdt.url,
    UsdtApiKey: usdt.key,
  });
  return till;
}

async function sendForm({ url, fields }: Record<string, unknown>): Promise<void> {
  await fetch(String(url), { method: 'POST', body: new URLSearchParams(fields as Record<string, string>) });
}
