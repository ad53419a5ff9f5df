import { type Static, Type } from 'typebox';
import { pageOf } from '../../http/page.ts';
import { lastSecond } from '../../http/time.ts';

const mostQuota = 1e15;
const limit = Type.Integer({ minimum: 0, maximum: 1e9 });
const quota = Type.Integer({ minimum: 0, maximum: mostQuota });
const addresses = Type.Union([Type.String({ maxLength: 20_000 }), Type.Null()]);

/** What an owner may set. Texts with several entries are separated by commas (models) or lines (addresses). */
const fields = {
  name: Type.String({ minLength: 1, maxLength: 30 }),
  remain_quota: quota,
  unlimited_quota: Type.Boolean(),
  /** Unix seconds, or -1 for never. */
  expired_time: Type.Integer({ minimum: -1, maximum: lastSecond }),
  group: Type.String({ maxLength: 64 }),
  model_limits_enabled: Type.Boolean(),
  model_limits: Type.String({ maxLength: 20_000 }),
  allow_ips: addresses,
  deny_ips: addresses,
  /** Quota per day and per calendar month, both in UTC; 0 is no budget. */
  daily_budget: quota,
  monthly_budget: quota,
  rpm_limit: limit,
  tpm_limit: limit,
  concurrency_limit: limit,
  /** Said to callers who reach one of these limits; empty: the usual words. */
  limit_message: Type.String({ maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
};

export const NewToken = Type.Object({
  ...Type.Partial(Type.Object(fields)).properties,
  name: fields.name,
  /** Makes so many alike; all but the first have a name with a random end. */
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
export type NewToken = Static<typeof NewToken>;

/** Fields that are absent stay as they are, above all the quota: it falls while the key is edited. */
export const TokenChange = Type.Object({
  ...Type.Partial(Type.Object(fields)).properties,
  /** What was read may be sent back, and an unlimited key's remainder falls below zero. */
  remain_quota: Type.Optional(Type.Integer({ minimum: -mostQuota, maximum: mostQuota })),
  id: Type.Integer({ minimum: 1 }),
  status: Type.Optional(Type.Integer()),
});
export type TokenChange = Static<typeof TokenChange>;

export const ListQuery = Type.Object({ p: Type.Integer({ default: 0 }), size: Type.Integer({ default: 10 }) });

export const SearchQuery = Type.Object({
  ...ListQuery.properties,
  keyword: Type.String({ default: '', maxLength: 200 }),
  token: Type.String({ default: '', maxLength: 200 }),
  /** As shown; 0 is all. */
  status: Type.Integer({ default: 0, minimum: 0, maximum: 4 }),
});

export const ChangeQuery = Type.Object({ status_only: Type.Boolean({ default: false }) });

export const TokenId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const TokenView = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Masked. */
  key: Type.String(),
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  status: Type.Integer(),
  remain_quota: Type.Integer(),
  unlimited_quota: Type.Boolean(),
  used_quota: Type.Integer(),
  created_time: Type.Integer(),
  accessed_time: Type.Integer(),
  expired_time: Type.Integer(),
  group: Type.String(),
  model_limits_enabled: Type.Boolean(),
  model_limits: Type.String(),
  allow_ips: Type.String(),
  deny_ips: Type.String(),
  daily_budget: Type.Integer(),
  monthly_budget: Type.Integer(),
  /** Spent by requests that began today and in this month (UTC). */
  daily_used: Type.Integer(),
  monthly_used: Type.Integer(),
  rpm_limit: Type.Integer(),
  tpm_limit: Type.Integer(),
  concurrency_limit: Type.Integer(),
  limit_message: Type.String(),
});
export type TokenView = Static<typeof TokenView>;

export const TokenPage = pageOf(TokenView);

/** The first key that was made, and the ids of all. */
export const CreatedToken = Type.Object({ ...TokenView.properties, ids: Type.Array(Type.Integer()) });
export type CreatedToken = Static<typeof CreatedToken>;

export const RevealedKey = Type.Object({ key: Type.String() });
export const RevealedKeys = Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), key: Type.String() }));
export type RevealedKeys = Static<typeof RevealedKeys>;

/** As many as can be made at once, and as a page of the list has. */
export const TokenIds = Type.Object({ ids: Type.Array(TokenId.properties.id, { minItems: 1, maxItems: 100 }) });
