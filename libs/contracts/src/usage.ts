import { type Static, Type } from 'typebox';
import { SubmittedTask } from './task.ts';

/**
 * What one request cost, so far (`final: false`) or altogether. The relay writes it once per state and never changes
 * it; the journal keeps the greatest charge per id. Fields are only ever added.
 */
const count = Type.Integer({ minimum: 0, maximum: 1e12 });
const identity = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Names of tools that a provider runs itself, such as `web_search`; how many of them one request or price names. */
export const TOOL_PATTERN = '^[a-z][a-z0-9_]{0,39}$';
export const MAX_TOOLS = 16;
const closed = { additionalProperties: false, maxProperties: MAX_TOOLS };
const decimal = Type.String({ maxLength: 40 });

/** What one request used. Counts beside the tokens are priced by cards that have a price for them. */
export const UsageTokens = Type.Object({
  /** All that the model read, cached and cache-written tokens included. */
  prompt: count,
  /** All that it wrote, reasoning included. */
  completion: count,
  cacheRead: count,
  /** Of any lifetime, those of `cacheWrite1h` included. */
  cacheWrite: count,
  cacheWrite1h: Type.Optional(count),
  /** The following are part of `prompt` or `completion` too. */
  reasoning: Type.Optional(count),
  audioInput: Type.Optional(count),
  audioOutput: Type.Optional(count),
  imageInput: Type.Optional(count),
  imageOutput: Type.Optional(count),
  /** What a price per call counts: images produced, search units; one request when left out. */
  calls: Type.Optional(count),
  /** Sound or video, rounded up once to whole seconds: `wholeSeconds` of libs/pricing. */
  seconds: Type.Optional(count),
  /** Text to speak. */
  characters: Type.Optional(count),
  /** Calls of tools that the provider runs itself, by name. */
  toolCalls: Type.Optional(Type.Record(Type.String({ pattern: TOOL_PATTERN }), count, closed)),
  /** Size and quality as the client asked for them; prices may differ by them. */
  size: Type.Optional(Type.String({ maxLength: 40 })),
  quality: Type.Optional(Type.String({ maxLength: 40 })),
  /** Tier of service that is charged, as its price names it; the standard one when left out. */
  serviceTier: Type.Optional(Type.String({ maxLength: 40 })),
});
export type UsageTokens = Static<typeof UsageTokens>;

/** Every factor of the charge: with the usage, `recompute()` of libs/pricing gives the charge again. */
export const PriceReceipt = Type.Object({
  /** Price card as applied, decimal strings in USD; see libs/pricing. */
  card: Type.Record(Type.String({ maxLength: 40 }), decimal),
  groupRatio: decimal,
  /** For prices per call: how many calls are charged. */
  calls: Type.Optional(count),
  /** For prices per second or minute: how many seconds are. */
  seconds: Type.Optional(count),
  /** For prices per million characters: how many characters are. */
  characters: Type.Optional(count),
  /** Factors of a fixed price by size and quality; 1 when left out. */
  sizeRatio: Type.Optional(decimal),
  qualityRatio: Type.Optional(decimal),
  /** Factor of any price by the tier of service; 1 when left out. */
  serviceTierRatio: Type.Optional(decimal),
  /** USD per 1,000 calls, of the tools that were called and cost something. */
  toolFees: Type.Optional(Type.Record(Type.String({ pattern: TOOL_PATTERN }), decimal, closed)),
});
export type PriceReceipt = Static<typeof PriceReceipt>;

export const ChannelTry = Type.Object({
  channelId: identity,
  /** HTTP status of the upstream, 0 when none came. */
  status: Type.Integer({ minimum: 0, maximum: 999 }),
  durationMs: count,
});
export type ChannelTry = Static<typeof ChannelTry>;

export const UsageEvent = Type.Object({
  version: Type.Literal(1),
  /** Request id, UUIDv7; its time is the start of the request and the time of the log row. */
  id: Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' }),
  final: Type.Boolean(),
  /** Quota, cumulative. */
  charge: Type.Integer({ minimum: 0, maximum: 1e15 }),
  /** The hold (libs/kv wallet) that covers the charge. */
  holdId: Type.String({ minLength: 1, maxLength: 80 }),
  userId: identity,
  username: Type.String({ maxLength: 64 }),
  tokenId: identity,
  tokenName: Type.String({ maxLength: 128 }),
  group: Type.String({ maxLength: 64 }),
  /** Model as the client named it; the upstream's name when a mapping changed it. */
  model: Type.String({ maxLength: 256 }),
  upstreamModel: Type.Optional(Type.String({ maxLength: 256 })),
  /** 0 when no channel answered. */
  channelId: identity,
  stream: Type.Boolean(),
  tokens: UsageTokens,
  /** Who counted the tokens. */
  counted: Type.Union([Type.Literal('upstream'), Type.Literal('local'), Type.Literal('none')]),
  receipt: Type.Optional(PriceReceipt),
  /** HTTP status the client got; 499 when it left. */
  status: Type.Integer({ minimum: 100, maximum: 999 }),
  ended: Type.Union([
    Type.Literal('done'),
    Type.Literal('length'),
    Type.Literal('filtered'),
    Type.Literal('client_gone'),
    Type.Literal('upstream_failed'),
    Type.Literal('timed_out'),
    Type.Literal('interrupted'),
    Type.Literal('running'),
  ]),
  /** One line for the log row of a failed request; never upstream secrets. */
  error: Type.Optional(Type.String({ maxLength: 500 })),
  durationMs: count,
  firstByteMs: count,
  tries: Type.Array(ChannelTry, { maxItems: 32 }),
  ip: Type.String({ maxLength: 64 }),
  path: Type.String({ maxLength: 256 }),
  /** The request's place in a trace (W3C Trace Context), when it is traced. */
  traceparent: Type.Optional(Type.String({ pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$' })),
  /** Work that goes on at the upstream: what it costs is given back when nothing comes of it. */
  task: Type.Optional(SubmittedTask),
});
export type UsageEvent = Static<typeof UsageEvent>;
