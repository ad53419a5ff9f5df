import assert from 'node:assert/strict';
import { test } from 'node:test';
import { methodKey, readOffer } from './offer.ts';

const list = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }));

test('shows the methods that are on and no others', () => {
  const { methods } = readOffer(
    list({
      EnabledEpay: 'true',
      EpayMethods: 'alipay,wxpay',
      EnabledUsdt: 'true',
      EnabledCryptomus: 'false',
      EnabledAirwallex: 'true',
      EnabledStripe: 'false',
    }),
  );
  assert.deepEqual(methods.map(methodKey), [
    'epay:alipay',
    'epay:wxpay',
    'airwallex:card',
    'airwallex:alipay',
    'airwallex:alipayhk',
    'airwallex:fps',
    'usdt:',
  ]);
});

test('nothing is on where nothing is said', () => {
  assert.deepEqual(readOffer([]), {
    methods: [],
    least: 1,
    most: Number.POSITIVE_INFINITY,
    embedsCards: false,
    cardsAreLive: false,
    topUpLink: '',
  });
});

test('reads bounds, mode and shop', () => {
  const { least, most, embedsCards, cardsAreLive, topUpLink } = readOffer(
    list({
      MinTopUp: '500',
      MaxTopUp: '2000',
      AirwallexPaymentMode: 'api',
      LiveAirwallex: 'true',
      TopUpLink: 'https://shop.example.com',
    }),
  );
  assert.deepEqual(
    [least, most, embedsCards, cardsAreLive, topUpLink],
    [500, 2000, true, true, 'https://shop.example.com'],
  );
});
