import type { Options } from '@switchyard/contracts';
import type { Features } from '../../auth/features.ts';
import { version } from '../../version.ts';
import type { Status } from './schema.ts';

const startTime = Math.floor(Date.now() / 1000);

/** What of a provider is told only while people can sign in with it. */
const where = (isOn: boolean, text: string) => (isOn ? text : '');

export function present(set: Options, can: Features): Status {
  return {
    system_name: set.SystemName,
    logo: set.Logo,
    footer_html: set.Footer,
    server_address: set.ServerAddress,
    seo_title: set.SeoTitle,
    seo_description: set.SeoDescription,
    seo_keywords: set.SeoKeywords,
    quota_per_unit: set.QuotaPerUnit,
    display_in_currency: set.DisplayInCurrencyEnabled,
    default_collapse_sidebar: set.DefaultCollapseSidebar,

    register_enabled: set.RegisterEnabled,
    password_login: set.PasswordLoginEnabled,
    password_register: set.RegisterEnabled && set.PasswordRegisterEnabled,
    password_reset: can.passwordReset,
    email_verification: can.emailVerification,
    passkey_login: can.passkeys,
    turnstile_check: can.humanCheck,
    turnstile_site_key: where(can.humanCheck, set.TurnstileSiteKey),
    github_oauth: can.github,
    github_client_id: where(can.github, set.GitHubClientId),
    linuxdo_oauth: can.linuxdo,
    linuxdo_client_id: where(can.linuxdo, set.LinuxDOClientId),
    wechat_login: can.wechat,
    wechat_qrcode: where(can.wechat, set.WeChatAccountQRCodeImageURL),
    telegram_oauth: can.telegram,
    telegram_bot_name: where(can.telegram, set.TelegramBotName),
    oidc_enabled: can.oidc,
    oidc_name: where(can.oidc, set.OIDCName),

    enable_drawing: set.DrawingEnabled,
    enable_task: set.TaskEnabled,
    mj_notify_enabled: set.MjNotifyEnabled,
    enable_data_export: set.DataExportEnabled,
    data_export_default_time: set.DataExportDefaultTime,
    data_export_interval: set.DataExportInterval,
    chat_link: set.ChatLink,
    chat_link2: set.ChatLink2,
    chats: set.Chats.map(({ name, url }) => ({ [name]: url })),

    price: set.Price,
    min_topup: set.MinTopUp,
    top_up_link: set.TopUpLink,

    version,
    start_time: startTime,
  };
}
