import { rootOption, secret } from './definition.ts';
import { callbackAddress, choice, decimal, flag, integer, type Kind, line, serverAddress } from './kinds.ts';
import { choices } from './lists.ts';
import { ratios } from './maps.ts';

const mostLinkLength = 2048;
const page = /^https?:\/\/[^\s\p{Cc}"<>\\^`]+$/iu;

/** Empty, or an http(s) address of a page elsewhere, kept as written: shops name what they sell in queries and fragments. */
const pageLink: Kind<string> = {
  kind: 'url',
  parse: (text) =>
    text === '' || (page.test(text) && text.length <= mostLinkLength && URL.canParse(text))
      ? { value: text }
      : { error: 'must be a full address such as https://shop.example.com/buy?item=3' },
};

/** How credit is sold. A processor is offered when it is enabled and has every secret that it needs. */
export const paymentOptions = {
  /** CNY asked for one US dollar of credit. */
  Price: rootOption(decimal(0.1, 1000), '7.3'),
  /** US dollars of credit: least and most in one order, and most that one user may order in a day. */
  MinTopUp: rootOption(integer(1, 1_000_000), '1'),
  MaxTopUp: rootOption(integer(1, 1_000_000), '10000'),
  MaxTopUpPerDay: rootOption(integer(1, 10_000_000), '50000'),
  /** Price factor of top-ups by group; a group without one pays 1. */
  TopupGroupRatio: rootOption(
    ratios({ maxNames: 1000, maxNameLength: 64, minimum: 0.0001 }),
    '{"default":1,"vip":1,"svip":1}',
  ),
  /** Where processors call us; empty: ServerAddress. */
  CustomCallbackAddress: rootOption(serverAddress, ''),
  /** A shop where codes are sold. */
  TopUpLink: rootOption(pageLink, ''),

  PayAddress: rootOption(serverAddress, ''),
  EpayId: rootOption(line(0, 100), ''),
  /** Which methods are offered. */
  EpayMethods: rootOption(choices('alipay', 'wxpay', 'qqpay', 'bank'), 'alipay,wxpay'),

  UsdtApiUrl: rootOption(serverAddress, ''),
  /** Which family of gateway answers there. */
  UsdtGateway: rootOption(choice('epusdt', 'bepusdt', 'gmpay'), 'epusdt'),
  /** Of gmpay alone. */
  UsdtMerchantId: rootOption(line(0, 100), ''),
  EnableUsdtLog: rootOption(flag, 'false'),
  UsdtNotifyUrl: rootOption(callbackAddress('/api/user/usdt/notify'), ''),
  /** Where payers come back to; empty: the wallet at ServerAddress. */
  UsdtRedirectUrl: rootOption(callbackAddress('/topup'), ''),

  EnabledCryptomus: rootOption(flag, 'false'),
  CryptoMerchant_ID: rootOption(line(0, 100), ''),
  CryptoWebhook_Url: rootOption(callbackAddress('/api/user/cryptomus/notify'), ''),
  /** Minutes in which an invoice can be paid. */
  LifeTime: rootOption(integer(5, 720), '60'),

  EnabledAirwallex: rootOption(flag, 'false'),
  LiveAirwallex: rootOption(flag, 'false'),
  AirwallexPaymentMode: rootOption(choice('hosted', 'api'), 'hosted'),
  AirwallexClient_ID: rootOption(line(0, 200), ''),
  /** In which cards are charged. */
  MainCurrency: rootOption(choice('USD', 'HKD', 'GBP'), 'USD'),
  /** HKD for one US dollar. */
  Exchange_Rate: rootOption(decimal(0.1, 1000), '7.8'),
  /** GBP for one US dollar. */
  GBP_Exchange_Rate: rootOption(decimal(0.1, 1000), '0.85'),

  EnabledStripe: rootOption(flag, 'false'),
};

export const paymentSecrets = {
  EpayKey: secret(line(0, 500)),
  UsdtApiKey: secret(line(0, 500)),
  CryptoAPI_Key: secret(line(0, 500)),
  AirwallexAPI_Key: secret(line(0, 500)),
  AirwallexSec_Key: secret(line(0, 500)),
  StripeApiKey: secret(line(0, 500)),
  StripeWebhookSecret: secret(line(0, 500)),
};
