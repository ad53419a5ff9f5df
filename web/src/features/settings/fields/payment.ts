import type { OptionField, SettingsTab } from './field.ts';

const selling: readonly OptionField[] = [
  { key: 'Price', label: 'settings:Price', hint: 'settings:Price.hint', unit: 'settings:unit.cnyPerDollar' },
  { key: 'MinTopUp', label: 'settings:MinTopUp', hint: 'settings:MinTopUp.hint', unit: 'settings:unit.dollars' },
  { key: 'MaxTopUp', label: 'settings:MaxTopUp', hint: 'settings:MaxTopUp.hint', unit: 'settings:unit.dollars' },
  {
    key: 'MaxTopUpPerDay',
    label: 'settings:MaxTopUpPerDay',
    hint: 'settings:MaxTopUpPerDay.hint',
    unit: 'settings:unit.dollars',
  },
  {
    key: 'CustomCallbackAddress',
    label: 'settings:CustomCallbackAddress',
    hint: 'settings:CustomCallbackAddress.hint',
    example: 'https://callbacks.example.com',
  },
  {
    key: 'TopUpLink',
    label: 'settings:TopUpLink',
    hint: 'settings:TopUpLink.hint',
    example: 'https://shop.example.com',
  },
];

const cryptomus: readonly OptionField[] = [
  {
    key: 'EnabledCryptomus',
    label: 'settings:EnabledCryptomus',
    needs: ['CryptoMerchant_ID', 'CryptoAPI_Key', 'CryptoWebhook_Url', 'LifeTime', 'ServerAddress'],
    complaint: 'settings:cryptomus.incomplete',
  },
  { key: 'CryptoMerchant_ID', label: 'settings:CryptoMerchantID', hint: 'settings:CryptoMerchantID.hint' },
  { key: 'CryptoAPI_Key', label: 'settings:CryptoAPIKey', hint: 'settings:CryptoAPIKey.hint' },
  {
    key: 'CryptoWebhook_Url',
    label: 'settings:CryptoWebhookUrl',
    hint: 'settings:CryptoWebhookUrl.hint',
    example: 'https://gateway.example.com/api/user/cryptomus/notify',
  },
  {
    key: 'LifeTime',
    label: 'settings:LifeTime',
    hint: 'settings:LifeTime.hint',
    unit: 'settings:unit.minutes',
    complaint: 'settings:LifeTime.complaint',
  },
];

const airwallex: readonly OptionField[] = [
  {
    key: 'EnabledAirwallex',
    label: 'settings:EnabledAirwallex',
    needs: ['AirwallexClient_ID', 'AirwallexAPI_Key', 'ServerAddress'],
    complaint: 'settings:airwallex.incomplete',
  },
  {
    key: 'LiveAirwallex',
    label: 'settings:LiveAirwallex',
    hint: 'settings:LiveAirwallex.hint',
    words: { false: 'settings:word.test', true: 'settings:word.live' },
  },
  {
    key: 'AirwallexPaymentMode',
    label: 'settings:AirwallexPaymentMode',
    hint: 'settings:AirwallexPaymentMode.hint',
    words: { hosted: 'settings:word.hosted', api: 'settings:word.embedded' },
  },
  { key: 'AirwallexClient_ID', label: 'settings:clientId', hint: 'settings:AirwallexClientID.hint' },
  { key: 'AirwallexAPI_Key', label: 'settings:AirwallexAPIKey', hint: 'settings:AirwallexAPIKey.hint' },
  { key: 'AirwallexSec_Key', label: 'settings:AirwallexSecKey', hint: 'settings:AirwallexSecKey.hint' },
  { key: 'MainCurrency', label: 'settings:MainCurrency', hint: 'settings:MainCurrency.hint' },
  {
    key: 'Exchange_Rate',
    label: 'settings:ExchangeRate',
    hint: 'settings:ExchangeRate.hint',
    unit: 'settings:unit.hkdPerDollar',
  },
  {
    key: 'GBP_Exchange_Rate',
    label: 'settings:GBPExchangeRate',
    hint: 'settings:GBPExchangeRate.hint',
    unit: 'settings:unit.gbpPerDollar',
  },
];

const stripe: readonly OptionField[] = [
  {
    key: 'EnabledStripe',
    label: 'settings:EnabledStripe',
    needs: ['StripeApiKey', 'StripeWebhookSecret', 'ServerAddress'],
    complaint: 'settings:stripe.incomplete',
  },
  { key: 'StripeApiKey', label: 'settings:StripeApiKey', hint: 'settings:StripeApiKey.hint' },
  { key: 'StripeWebhookSecret', label: 'settings:StripeWebhookSecret', hint: 'settings:StripeWebhookSecret.hint' },
];

export const payment: SettingsTab = {
  id: 'payment',
  title: 'settings:tab.payment',
  sections: [
    { id: 'selling', title: 'settings:selling', text: 'settings:selling.text', fields: selling },
    {
      id: 'cryptomus',
      title: 'settings:cryptomus',
      text: 'settings:cryptomus.text',
      switch: 'EnabledCryptomus',
      fields: cryptomus,
    },
    {
      id: 'airwallex',
      title: 'settings:airwallex',
      text: 'settings:airwallex.text',
      switch: 'EnabledAirwallex',
      fields: airwallex,
    },
    { id: 'stripe', title: 'settings:stripe', text: 'settings:stripe.text', switch: 'EnabledStripe', fields: stripe },
  ],
};
