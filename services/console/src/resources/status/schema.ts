import { type Static, Type } from 'typebox';

const name = Type.String();
const flag = Type.Boolean();

export const Status = Type.Object({
  system_name: name,
  logo: name,
  footer_html: name,
  server_address: name,
  seo_title: name,
  seo_description: name,
  seo_keywords: name,
  quota_per_unit: Type.Number(),
  display_in_currency: flag,
  default_collapse_sidebar: flag,

  /** A way in is open when it is enabled and has all that it needs. */
  register_enabled: flag,
  password_login: flag,
  password_register: flag,
  password_reset: flag,
  email_verification: flag,
  passkey_login: flag,
  turnstile_check: flag,
  turnstile_site_key: name,
  github_oauth: flag,
  github_client_id: name,
  linuxdo_oauth: flag,
  linuxdo_client_id: name,
  wechat_login: flag,
  wechat_qrcode: name,
  telegram_oauth: flag,
  telegram_bot_name: name,
  oidc_enabled: flag,
  oidc_name: name,

  enable_drawing: flag,
  enable_task: flag,
  mj_notify_enabled: flag,
  enable_data_export: flag,
  data_export_default_time: name,
  /** Minutes. */
  data_export_interval: Type.Integer(),
  chat_link: name,
  chat_link2: name,
  /** One name and its address each. */
  chats: Type.Array(Type.Record(Type.String(), Type.String())),

  /** CNY for one US dollar of credit. */
  price: Type.Number(),
  /** US dollars. */
  min_topup: Type.Number(),
  top_up_link: name,

  version: name,
  /** Unix seconds. */
  start_time: Type.Integer(),
});
export type Status = Static<typeof Status>;
