import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';

/** Unix seconds; 0 is no bound. */
const bound = Type.Integer({ default: 0 });
const text = Type.String({ default: '', maxLength: 256 });

const ownFilter = {
  /** 1 top-up, 2 consumption, 3 management, 4 system, 5 failed request, 6 refund; 0 is all. */
  type: Type.Integer({ default: 0, maximum: 32_767 }),
  token_name: text,
  model_name: text,
  group: text,
  start_timestamp: bound,
  end_timestamp: bound,
  /** Rows of so much quota or more; 0 is all. */
  min_quota: Type.Integer({ default: 0, minimum: 0 }),
};
const wholeFilter = { ...ownFilter, username: text, channel: Type.Integer({ default: 0 }) };

export const OwnFilter = Type.Object(ownFilter);
export const WholeFilter = Type.Object(wholeFilter);
export const OwnExport = Type.Object({ ...ownFilter, request_id: text });
export const WholeExport = Type.Object({ ...wholeFilter, request_id: text });
export const OwnQuery = Type.Object({ ...OwnExport.properties, ...pageQuery, keyword: text });
export const WholeQuery = Type.Object({ ...WholeExport.properties, ...pageQuery });
export type FilterQuery = Static<typeof OwnFilter> & {
  username?: string;
  channel?: number;
  request_id?: string;
  keyword?: string;
};

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

/** Text of RFC 4180. */
export const Csv = { 200: { content: { 'text/csv': { schema: Type.String() } } } };

export const KeyQuery = Type.Object({ key: text });
export const LogList = Type.Array(LogView);

/** Rows before this unix second are to be deleted. */
export const CleaningQuery = Type.Object({ target_timestamp: Type.Integer({ minimum: 1 }) });
export const Cleaning = Type.Object({
  target_timestamp: Type.Integer(),
  username: Type.String(),
  /** Rows that were to be deleted, counted up to a million. */
  found: Type.Integer(),
  deleted: Type.Integer(),
  /** Unix seconds; `finish_time` is 0 while it goes on. */
  start_time: Type.Integer(),
  finish_time: Type.Integer(),
});

export const RequestId = Type.Object({ request_id: Type.String({ minLength: 1, maxLength: 64 }) });
export const Receipt = Type.Object({
  request_id: Type.String(),
  model_name: Type.String(),
  group: Type.String(),
  group_ratio: Type.String(),
  /** Of the card; blank is the standard one. */
  tier: Type.String(),
  steps: Type.Array(
    Type.Object({
      name: Type.String(),
      count: Type.Integer(),
      /** USD for `per` of them. */
      price: Type.String(),
      per: Type.Integer(),
      /** With all factors, not yet rounded. */
      quota: Type.String(),
    }),
  ),
  size_ratio: Type.String(),
  quality_ratio: Type.String(),
  service_tier_ratio: Type.String(),
  /** Of the steps, not yet rounded. */
  sum: Type.String(),
  /** Computed again from the row's own factors. */
  charge: Type.Integer(),
  /** As it was booked. */
  quota: Type.Integer(),
});
