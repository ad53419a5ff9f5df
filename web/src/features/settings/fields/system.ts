import type { OptionField, OptionSection, SettingsTab } from './field.ts';
import { identityProviders } from './identity-providers.ts';

const server: readonly OptionField[] = [
  {
    key: 'ServerAddress',
    label: 'settings:ServerAddress',
    hint: 'settings:ServerAddress.hint',
    example: 'https://gateway.example.com',
  },
];

const worker: readonly OptionField[] = [
  {
    key: 'WorkerUrl',
    label: 'settings:WorkerUrl',
    hint: 'settings:WorkerUrl.hint',
    example: 'https://worker.example.com',
  },
  { key: 'WorkerValidKey', label: 'settings:WorkerValidKey', hint: 'settings:WorkerValidKey.hint' },
];

const epay: readonly OptionField[] = [
  {
    key: 'PayAddress',
    label: 'settings:PayAddress',
    hint: 'settings:PayAddress.hint',
    example: 'https://pay.example.com',
    needs: ['ServerAddress'],
  },
  { key: 'EpayId', label: 'settings:EpayId', hint: 'settings:EpayId.hint', example: '1001' },
  { key: 'EpayKey', label: 'settings:EpayKey', hint: 'settings:EpayKey.hint' },
  {
    key: 'EpayMethods',
    label: 'settings:EpayMethods',
    hint: 'settings:EpayMethods.hint',
    words: {
      alipay: 'settings:word.alipay',
      wxpay: 'settings:word.wxpay',
      qqpay: 'settings:word.qqpay',
      bank: 'settings:word.bank',
    },
  },
];

const usdt: readonly OptionField[] = [
  { key: 'UsdtGateway', label: 'settings:UsdtGateway', hint: 'settings:UsdtGateway.hint' },
  {
    key: 'UsdtApiUrl',
    label: 'settings:UsdtApiUrl',
    hint: 'settings:UsdtApiUrl.hint',
    example: 'https://usdt.example.com',
    needs: ['ServerAddress'],
  },
  { key: 'UsdtApiKey', label: 'settings:UsdtApiKey', hint: 'settings:UsdtApiKey.hint' },
  { key: 'UsdtMerchantId', label: 'settings:UsdtMerchantId', hint: 'settings:UsdtMerchantId.hint', example: '1000' },
  {
    key: 'UsdtNotifyUrl',
    label: 'settings:UsdtNotifyUrl',
    hint: 'settings:UsdtNotifyUrl.hint',
    example: 'https://gateway.example.com/api/user/usdt/notify',
  },
  {
    key: 'UsdtRedirectUrl',
    label: 'settings:UsdtRedirectUrl',
    hint: 'settings:UsdtRedirectUrl.hint',
    example: 'https://gateway.example.com/topup',
  },
  { key: 'EnableUsdtLog', label: 'settings:EnableUsdtLog', hint: 'settings:EnableUsdtLog.hint' },
];

const login: readonly OptionField[] = [
  {
    key: 'PasswordLoginEnabled',
    label: 'settings:PasswordLogin',
    hint: 'settings:PasswordLogin.hint',
    instant: true,
  },
  { key: 'PasskeyLoginEnabled', label: 'settings:PasskeyLogin', hint: 'settings:PasskeyLogin.hint', instant: true },
  { key: 'RegisterEnabled', label: 'settings:Register', hint: 'settings:Register.hint', instant: true },
  {
    key: 'PasswordRegisterEnabled',
    label: 'settings:PasswordRegister',
    hint: 'settings:PasswordRegister.hint',
    instant: true,
  },
  {
    key: 'EmailVerificationEnabled',
    label: 'settings:EmailVerification',
    hint: 'settings:EmailVerification.hint',
    instant: true,
    needs: ['SMTPServer'],
  },
];

const domains: readonly OptionField[] = [
  {
    key: 'EmailDomainRestrictionEnabled',
    label: 'settings:EmailDomainRestriction',
    hint: 'settings:EmailDomainRestriction.hint',
    instant: true,
    needs: ['EmailDomainWhitelist'],
  },
  {
    key: 'EmailDomainWhitelist',
    label: 'settings:EmailDomainWhitelist',
    hint: 'settings:EmailDomainWhitelist.hint',
    example: 'example.com',
  },
  {
    key: 'EmailAliasRestrictionEnabled',
    label: 'settings:EmailAliasRestriction',
    hint: 'settings:EmailAliasRestriction.hint',
    instant: true,
  },
];

const mail: readonly OptionField[] = [
  { key: 'SMTPServer', label: 'settings:SMTPServer', hint: 'settings:SMTPServer.hint', example: 'smtp.example.com' },
  { key: 'SMTPPort', label: 'settings:SMTPPort', hint: 'settings:SMTPPort.hint', example: '587' },
  { key: 'SMTPSSLEnabled', label: 'settings:SMTPSSL', hint: 'settings:SMTPSSL.hint' },
  {
    key: 'SMTPAccount',
    label: 'settings:SMTPAccount',
    hint: 'settings:SMTPAccount.hint',
    example: 'gateway@example.com',
  },
  {
    key: 'SMTPFrom',
    label: 'settings:SMTPFrom',
    hint: 'settings:SMTPFrom.hint',
    example: 'no-reply@example.com',
  },
  { key: 'SMTPToken', label: 'settings:SMTPToken', hint: 'settings:SMTPToken.hint' },
];

const sections: readonly OptionSection[] = [
  { id: 'server', title: 'settings:server', text: 'settings:server.text', fields: server },
  { id: 'worker', title: 'settings:worker', text: 'settings:worker.text', fields: worker },
  { id: 'epay', title: 'settings:epay', text: 'settings:epay.text', fields: epay },
  { id: 'usdt', title: 'settings:usdt', text: 'settings:usdt.text', fields: usdt },
  { id: 'login', title: 'settings:login', text: 'settings:login.text', fields: login },
  { id: 'domains', title: 'settings:domains', text: 'settings:domains.text', fields: domains },
  { id: 'mail', title: 'settings:mail', text: 'settings:mail.text', fields: mail },
  ...identityProviders,
];

export const system: SettingsTab = { id: 'system', title: 'settings:tab.system', sections };
