import { Type } from 'typebox';
import { BoundIdentities } from '../../auth/identities/identities.ts';
import { SignInView } from '../../auth/schema.ts';

const languages = ['en', 'ar', 'ja', 'zh', 'zh-HK'] as const;

const settings = {
  /** Of the interface; empty: as the browser says. */
  language: Type.Union([Type.Literal(''), ...languages.map((language) => Type.Literal(language))]),
  /** Balance under which the user is told. Null: as the option QuotaRemindThreshold says; 0: never. */
  quota_warning_threshold: Type.Union([Type.Integer({ minimum: 0, maximum: 1e15 }), Type.Null()]),
  notify_email: Type.Boolean(),
  /** Empty: none. */
  notify_webhook: Type.String({ maxLength: 2000 }),
};

export const SelfView = Type.Object({
  ...SignInView.properties,
  has_password: Type.Boolean(),
  two_factor_enabled: Type.Boolean(),
  email: Type.String(),
  ...BoundIdentities.properties,
  quota: Type.Integer(),
  used_quota: Type.Integer(),
  request_count: Type.Integer(),
  /** Quota that was bought, less what was paid back. */
  total_topup: Type.Integer(),
  aff_code: Type.String(),
  aff_count: Type.Integer(),
  aff_quota: Type.Integer(),
  aff_history_quota: Type.Integer(),
  /** 0: nobody. */
  inviter_id: Type.Integer(),
  ...settings,
  language: Type.String(),
});

/** What users may change about themselves. Everything else in the body is dropped. */
export const SelfChange = Type.Object({
  username: Type.Optional(Type.String({ maxLength: 64 })),
  display_name: Type.Optional(Type.String({ maxLength: 20 })),
  /** Empty: unchanged. */
  password: Type.Optional(Type.String({ maxLength: 512 })),
  original_password: Type.Optional(Type.String({ maxLength: 512 })),
});

/** Fields that are absent stay as they are. */
export const SettingChange = Type.Object({
  ...Type.Partial(Type.Object(settings)).properties,
  renew_notify_secret: Type.Optional(Type.Boolean()),
});

/** The secret with which the webhook is signed, when the call made one; it is shown this once. Otherwise empty. */
export const SettingOutcome = Type.Object({ notify_secret: Type.String() });

export const UsableGroups = Type.Record(Type.String(), Type.Object({ ratio: Type.Number(), desc: Type.String() }));
