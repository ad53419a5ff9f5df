import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';

/** Unix seconds; 0 is no bound. */
const bound = Type.Integer({ default: 0 });
const text = Type.String({ default: '', maxLength: 256 });

const ownFilter = {
  /** 1 top-up, 2 consumption, 3 management, 4 system, 5 failed request; 0 is all. */
  type: Type.Integer({ default: 0 }),
  token_name: text,
  model_name: text,
  group: text,
  start_timestamp: bound,
  end_timestamp: bound,
};
const wholeFilter = { ...ownFilter, username: text, channel: Type.Integer({ default: 0 }) };

export const OwnFilter = Type.Object(ownFilter);
export const WholeFilter = Type.Object(wholeFilter);
export const OwnQuery = Type.Object({ ...ownFilter, ...pageQuery, request_id: text });
export const WholeQuery = Type.Object({ ...wholeFilter, ...pageQuery, request_id: text });
export type FilterQuery = Static<typeof OwnFilter> & { username?: string; channel?: number; request_id?: string };

export const LogView = Type.Object({
  id: Type.Integer(),
  created_at: Type.Integer(),
  type: Type.Integer(),
  username: Type.String(),
  token_name: Type.String(),
  group: Type.String(),
  model_name: Type.String(),
  quota: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  /** Seconds. */
  use_time: Type.Number(),
  is_stream: Type.Boolean(),
  /** Administrators only. */
  channel: Type.Optional(Type.Integer()),
  /** Administrators only. */
  channel_name: Type.Optional(Type.String()),
  request_id: Type.String(),
  ip: Type.String(),
  status: Type.Integer(),
  content: Type.String(),
  /** JSON text. */
  other: Type.String(),
});
export type LogView = Static<typeof LogView>;

export const LogPage = pageOf(LogView);
export const Stat = Type.Object({ quota: Type.Integer(), rpm: Type.Integer(), tpm: Type.Integer() });
