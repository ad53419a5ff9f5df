import { type Static, Type } from 'typebox';

const own = {
  /** Unix seconds; 0: seven days before the end, and now. */
  start_timestamp: Type.Integer({ default: 0 }),
  end_timestamp: Type.Integer({ default: 0 }),
  bucket: Type.Union([Type.Literal('hour'), Type.Literal('day'), Type.Literal('week')], { default: 'hour' }),
  /** Whose days and weeks, as an IANA name. */
  timezone: Type.String({ default: 'UTC', maxLength: 64 }),
};

const model = Type.Literal('model');
const token = Type.Literal('token');

export const OwnQuery = Type.Object({ ...own, group_by: Type.Union([model, token], { default: 'model' }) });
export const WholeQuery = Type.Object({
  ...own,
  group_by: Type.Union([model, token, Type.Literal('channel'), Type.Literal('user')], { default: 'model' }),
  username: Type.String({ default: '', maxLength: 64 }),
});
export type DataQuery = Static<typeof OwnQuery> | Static<typeof WholeQuery>;

/** What one thing used in one stretch of time. */
export const DataRow = Type.Object({
  /** Begin of the stretch, unix seconds. */
  created_at: Type.Integer(),
  /** Model, or id of the key, channel or user; blank: all that have no row of their own. */
  key: Type.String(),
  name: Type.String(),
  /** The name when models are told apart, else blank. */
  model_name: Type.String(),
  quota: Type.Integer(),
  /** Requests. */
  count: Type.Integer(),
  errors: Type.Integer(),
  /** Prompt and completion. */
  token_used: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  cached_tokens: Type.Integer(),
  /** Mean of a request, milliseconds. */
  duration_ms: Type.Integer(),
  first_byte_ms: Type.Integer(),
});
export type DataRow = Static<typeof DataRow>;

export const DataRows = Type.Array(DataRow);
