import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';
import { lastSecond } from '../../http/time.ts';

const mostQuota = 1e12;
const mostAtOnce = 100;
const name = Type.String({ maxLength: 20 });
const quota = Type.Integer({ minimum: 1, maximum: mostQuota });
/** Unix seconds; -1 or 0 is never. */
const expiry = Type.Integer({ minimum: -1, maximum: lastSecond });

export const NewCodes = Type.Object({
  /** Empty: the quota in dollars. */
  name: Type.String({ default: '', maxLength: 20 }),
  quota,
  count: Type.Integer({ default: 1, minimum: 1, maximum: mostAtOnce }),
  expired_time: Type.Optional(expiry),
});
export type NewCodes = Static<typeof NewCodes>;

/** Fields that are absent stay as they are. */
export const CodeChange = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  name: Type.Optional(name),
  quota: Type.Optional(quota),
  expired_time: Type.Optional(expiry),
  status: Type.Optional(Type.Integer()),
});
export type CodeChange = Static<typeof CodeChange>;

/** What a code is worth now: `expired` ones are no longer `unused`. */
export const CodeState = Type.Enum(['unused', 'disabled', 'used', 'expired']);
export type CodeState = Static<typeof CodeState>;

const listQuery = { ...pageQuery, state: Type.Optional(CodeState) };
export const ListQuery = Type.Object(listQuery);
export const SearchQuery = Type.Object({ ...listQuery, keyword: Type.String({ default: '', maxLength: 200 }) });
export const ChangeQuery = Type.Object({ status_only: Type.Boolean({ default: false }) });
export const CodeId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const CodeView = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  key: Type.String(),
  quota: Type.Integer(),
  /** 1 unused, 2 disabled, 3 used. */
  status: Type.Integer(),
  created_time: Type.Integer(),
  /** -1 is never. An expired code is still `unused`, and worth nothing. */
  expired_time: Type.Integer(),
  /** 0 while it is not used, as is the next. */
  redeemed_time: Type.Integer(),
  used_user_id: Type.Integer(),
});
export type CodeView = Static<typeof CodeView>;

export const CodePage = pageOf(CodeView);
export const CodeList = Type.Array(Type.String());

/** Of any length: whatever is no code gets the same answer. */
export const TopUp = Type.Object({ key: Type.String() });
