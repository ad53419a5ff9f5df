import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';
import { Provider } from '../../relay-client.ts';
import { KeyMode } from './keys/schema.ts';

const int4 = 2_147_483_647;
/** JSON as text, as editors hold it; null and blank mean none. */
const json = Type.Union([Type.String({ maxLength: 65_536 }), Type.Null()]);
const line = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);

const fields = {
  type: Type.Integer({ minimum: 1, maximum: 10_000 }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** One per line. Never answered. */
  key: Type.String({ maxLength: 200_000 }),
  /** `single` makes a channel of every key; else they become one channel. */
  key_mode: KeyMode,
  base_url: line(2_000),
  other: line(10_000),
  openai_organization: line(200),
  /** Separated by commas. */
  models: Type.String({ maxLength: 100_000 }),
  /** Separated by commas. */
  group: Type.String({ maxLength: 2_000 }),
  model_mapping: json,
  status_code_mapping: json,
  param_override: json,
  setting: json,
  priority: Type.Integer({ minimum: -999, maximum: int4 }),
  /** Below 0 counts as 0. */
  weight: Type.Integer({ minimum: -int4, maximum: int4 }),
  tag: line(100),
  auto_ban: Type.Integer({ minimum: 0, maximum: 1 }),
  test_model: line(256),
  /** What the operator pays, as a part of list prices: margins are computed with it. To four decimals. */
  cost_ratio: Type.Number({ minimum: 0, maximum: 1000 }),
  /** The operator's note, 0 for none: nothing is routed by it. */
  max_input_tokens: Type.Integer({ minimum: 0, maximum: int4 }),
};
const { type, name, key, models, ...rest } = fields;

export const NewChannel = Type.Object({ ...Type.Partial(Type.Object(rest)).properties, type, name, key, models });
export type NewChannel = Static<typeof NewChannel>;

/** Fields that are absent stay as they are; so does a blank key. */
export const ChannelChange = Type.Object({
  ...Type.Partial(Type.Object(fields)).properties,
  id: Type.Integer({ minimum: 1 }),
  status: Type.Optional(Type.Integer()),
});
export type ChannelChange = Static<typeof ChannelChange>;

export const ListQuery = Type.Object({
  ...pageQuery,
  id_sort: Type.Boolean({ default: false }),
  /** A page of tags, with all their channels; a channel without one stands for itself. */
  tag_mode: Type.Boolean({ default: false }),
  /** Id, part of the name, or the whole key. */
  keyword: Type.String({ default: '', maxLength: 200 }),
  group: Type.String({ default: '', maxLength: 64 }),
  model: Type.String({ default: '', maxLength: 256 }),
  /** 0: any. */
  status: Type.Integer({ default: 0, minimum: 0, maximum: 3 }),
  /** 0: any. */
  type: Type.Integer({ default: 0, minimum: 0, maximum: 10_000 }),
  tag: Type.String({ default: '', maxLength: 100 }),
});
export type ListQuery = Static<typeof ListQuery>;

export const ChannelId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
export const TestQuery = Type.Object({
  model: Type.String({ default: '', maxLength: 256 }),
  /** Which of several keys. */
  key_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});
export type TestQuery = Static<typeof TestQuery>;

export const ModelsQuestion = Type.Object({
  type: Type.Integer({ minimum: 1, maximum: 10_000 }),
  base_url: Type.Optional(line(2_000)),
  key: Type.String({ maxLength: 20_000 }),
});

export const ChannelView = Type.Object({
  id: Type.Integer(),
  type: Type.Integer(),
  name: Type.String(),
  base_url: Type.String(),
  other: Type.String(),
  openai_organization: Type.String(),
  key_mode: KeyMode,
  models: Type.String(),
  group: Type.String(),
  model_mapping: Type.String(),
  status_code_mapping: Type.String(),
  param_override: Type.String(),
  setting: Type.String(),
  priority: Type.Integer(),
  weight: Type.Integer(),
  tag: Type.String(),
  auto_ban: Type.Integer(),
  test_model: Type.String(),
  /** 1 enabled, 2 disabled, 3 disabled by the system. */
  status: Type.Integer(),
  status_reason: Type.String(),
  /** JSON text: status_reason and status_time (unix seconds). */
  other_info: Type.String(),
  created_time: Type.Integer(),
  test_time: Type.Integer(),
  /** Milliseconds; 0 when never tested. */
  response_time: Type.Integer(),
  balance: Type.Number(),
  /** ISO 4217, or the upstream's own unit. */
  balance_currency: Type.String(),
  balance_updated_time: Type.Integer(),
  used_quota: Type.Integer(),
  cost_ratio: Type.Number(),
  max_input_tokens: Type.Integer(),
});
export type ChannelView = Static<typeof ChannelView>;

export const ChannelPage = pageOf(ChannelView);
export const Created = Type.Object({ ids: Type.Array(Type.Integer()) });
export const Providers = Type.Array(Provider);
export const ModelNames = Type.Array(Type.String());
export const TagNames = Type.Array(Type.String());
export const KnownModels = Type.Array(Type.Object({ id: Type.String() }));
export const Copied = Type.Object({ id: Type.Integer() });
export const BalanceAnswer = {
  200: Type.Object({ success: Type.Boolean(), message: Type.String(), balance: Type.Number() }),
};
export const TestAnswer = {
  200: Type.Object({
    success: Type.Boolean(),
    message: Type.String(),
    /** Seconds. */
    time: Type.Number(),
    /** Which model was asked. */
    model: Type.String(),
    /** What it said, cut short; blank for a failure. */
    reply: Type.String(),
  }),
};
