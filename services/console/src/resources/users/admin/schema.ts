import { type Static, Type } from 'typebox';
import { BoundIdentities } from '../../../auth/identities/identities.ts';
import { pageOf, pageQuery } from '../../../http/page.ts';

const mostQuota = 1e15;
const limit = Type.Integer({ minimum: 0, maximum: 1e9 });
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const role = Type.Union([Type.Literal(1), Type.Literal(10), Type.Literal(100)]);

export const UserId = Type.Object({ id });

export const ListQuery = Type.Object(pageQuery);

export const SearchQuery = Type.Object({
  ...pageQuery,
  /** The id, or a part of username, display name or e-mail address. */
  keyword: Type.String({ default: '', maxLength: 200 }),
  group: Type.String({ default: '', maxLength: 64 }),
});

/** What an administrator sees of a user: neither password nor token, nor anything that opens a session. */
export const UserView = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  display_name: Type.String(),
  role: Type.Integer(),
  status: Type.Integer(),
  group: Type.String(),
  email: Type.String(),
  ...BoundIdentities.properties,
  two_factor_enabled: Type.Boolean(),
  quota: Type.Integer(),
  used_quota: Type.Integer(),
  request_count: Type.Integer(),
  /** Calls are refused until an administrator decides; why, in words for administrators. */
  frozen: Type.Boolean(),
  frozen_reason: Type.String(),
  aff_code: Type.String(),
  aff_count: Type.Integer(),
  aff_quota: Type.Integer(),
  aff_history_quota: Type.Integer(),
  /** 0: nobody. */
  inviter_id: Type.Integer(),
  rpm_limit: Type.Integer(),
  tpm_limit: Type.Integer(),
  concurrency_limit: Type.Integer(),
  created_time: Type.Integer(),
  /** RFC 3339, or null while the account exists. */
  DeletedAt: Type.Union([Type.String(), Type.Null()]),
});
export type UserView = Static<typeof UserView>;

export const UserPage = pageOf(UserView);

export const NewUser = Type.Object({
  username: Type.String({ maxLength: 64 }),
  password: Type.String({ maxLength: 512 }),
  display_name: Type.Optional(Type.String({ maxLength: 20 })),
  role: Type.Optional(role),
  group: Type.Optional(Type.String({ maxLength: 200 })),
});
export type NewUser = Static<typeof NewUser>;

/** Fields that are absent stay as they are, above all the quota: it falls while the user is edited. */
export const UserChange = Type.Object({
  id,
  username: Type.Optional(Type.String({ maxLength: 64 })),
  display_name: Type.Optional(Type.String({ maxLength: 20 })),
  /** Empty: unchanged. */
  password: Type.Optional(Type.String({ maxLength: 512 })),
  /** Names separated by commas. */
  group: Type.Optional(Type.String({ maxLength: 200 })),
  quota: Type.Optional(Type.Integer({ minimum: 0, maximum: mostQuota })),
  /** What `quota` is: the new balance (the default), or what to add to it or to take away. */
  quota_mode: Type.Optional(Type.Union([Type.Literal('override'), Type.Literal('add'), Type.Literal('subtract')])),
  rpm_limit: Type.Optional(limit),
  tpm_limit: Type.Optional(limit),
  concurrency_limit: Type.Optional(limit),
});
export type UserChange = Static<typeof UserChange>;

const action = Type.Union([
  Type.Literal('promote'),
  Type.Literal('demote'),
  Type.Literal('enable'),
  Type.Literal('disable'),
  Type.Literal('delete'),
]);
export type Action = Static<typeof action>;

export const ManageUser = Type.Object({ id, action });

export const Standing = Type.Object({ status: Type.Integer(), role: Type.Integer() });
export type Standing = Static<typeof Standing>;
