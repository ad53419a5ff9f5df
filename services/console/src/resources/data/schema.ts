import { type Static, Type } from 'typebox';

const own = {
  /** Unix seconds; 0: seven days before the end, and now. */
  start_timestamp: Type.Integer({ default: 0 }),
  end_timestamp: Type.Integer({ default: 0 }),
  bucket: Type.Union([Type.Literal('hour'), Type.Literal('day'), Type.Literal('week')], { default: 'hour' }),
  /** Whose days and weeks, as an IANA name. */
  timezone: Type.String({ default: 'UTC', maxLength: 64 }),
};
const whole = { ...own, username: Type.String({ default: '', maxLength: 64 }) };

const model = Type.Literal('model');
const token = Type.Literal('token');

export const OwnQuery = Type.Object({ ...own, group_by: Type.Union([model, token], { default: 'model' }) });
export const WholeQuery = Type.Object({
  ...whole,
  group_by: Type.Union([model, token, Type.Literal('channel'), Type.Literal('user')], { default: 'model' }),
});
export type DataQuery = Static<typeof OwnQuery> | Static<typeof WholeQuery>;

export const OwnSummaryQuery = Type.Object(own);
export const WholeSummaryQuery = Type.Object(whole);
export type SummaryQuery = Static<typeof OwnSummaryQuery>;

const quota = Type.Integer();
/** What the channels took for it: list prices by their cost ratios. For administrators. */
const cost = Type.Optional(Type.Integer());
/** Requests. */
const count = Type.Integer();
const tokens = {
  /** Prompt and completion. */
  token_used: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  /** Read from caches; among those of the prompt. */
  cached_tokens: Type.Integer(),
};

/** What one thing used in one stretch of time. */
export const DataRow = Type.Object({
  /** Begin of the stretch, unix seconds. */
  created_at: Type.Integer(),
  /** Model, or id of the key, channel or user; blank: all that have no row of their own. */
  key: Type.String(),
  name: Type.String(),
  /** The name when models are told apart, else blank. */
  model_name: Type.String(),
  quota,
  cost,
  count,
  errors: Type.Integer(),
  ...tokens,
  /** Mean of a request, milliseconds. */
  duration_ms: Type.Integer(),
  first_byte_ms: Type.Integer(),
});
export type DataRow = Static<typeof DataRow>;

export const DataRows = Type.Array(DataRow);

/** Milliseconds, to some 10 %; null when nothing was timed. */
const Percentiles = Type.Object({
  p50: Type.Union([Type.Integer(), Type.Null()]),
  p95: Type.Union([Type.Integer(), Type.Null()]),
});
export type Percentiles = Static<typeof Percentiles>;

const figures = {
  quota,
  cost,
  count,
  /** Requests that failed, those not among them whose client left. */
  failed: Type.Integer(),
  ...tokens,
  /** Of requests that went well. */
  duration: Percentiles,
  first_byte: Percentiles,
};
export const Figures = Type.Object(figures);
export type Figures = Static<typeof Figures>;

const FigurePoint = Type.Object({ created_at: Type.Integer(), ...figures });
export type FigurePoint = Static<typeof FigurePoint>;

const FailurePoint = Type.Object({
  created_at: Type.Integer(),
  /** rejected, rate_limited, upstream, timed_out, interrupted, or client_gone. */
  cause: Type.String(),
  count,
});

export const Summary = Type.Object({
  /** Up to when everything is in it, unix seconds: a replica of the database is some time behind. */
  as_of: Type.Integer(),
  /** The hours that are covered; the last one is exclusive. */
  start_timestamp: Type.Integer(),
  end_timestamp: Type.Integer(),
  current: Figures,
  /** The same stretch, whole days before. */
  previous: Figures,
  /** Stretches with use, oldest first. */
  points: Type.Array(FigurePoint),
  failures: Type.Array(FailurePoint),
});
export type Summary = Static<typeof Summary>;

/** How a channel did. */
export const ChannelHealth = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** 1 enabled, 2 disabled, 3 disabled by the system. */
  status: Type.Integer(),
  status_reason: Type.String(),
  /** Requests that it served. */
  served: Type.Integer(),
  /** Tries that failed by its fault, also when another channel then served the request. */
  failed_tries: Type.Integer(),
  /** Of everybody's requests; both without figures when one user's usage was asked for. */
  duration: Percentiles,
  first_byte: Percentiles,
  quota,
  cost: Type.Integer(),
  cost_ratio: Type.Number(),
  /** Unix seconds; 0 without one in this time. */
  last_failure_time: Type.Integer(),
  /** rate_limited, credential, upstream, no_answer or timed_out; blank without one. */
  last_failure_cause: Type.String(),
});
export type ChannelHealth = Static<typeof ChannelHealth>;

export const ChannelsHealth = Type.Array(ChannelHealth);
