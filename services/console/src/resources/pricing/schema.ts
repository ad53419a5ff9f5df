import { type Static, Type } from 'typebox';

export const PricingEntry = Type.Object({
  model_name: Type.String(),
  /** 0: by what is used (tokens, characters), 1: a fixed price. */
  quota_type: Type.Integer(),
  /** Times 2 is USD for a million tokens read. */
  model_ratio: Type.Number(),
  completion_ratio: Type.Number(),
  cache_ratio: Type.Number(),
  /** USD of a fixed price, for one `unit`; 0 otherwise. */
  price: Type.Number(),
  /** The same under its other name. */
  model_price: Type.Number(),
  unit: Type.Union([
    Type.Literal('tokens'),
    Type.Literal('calls'),
    Type.Literal('seconds'),
    Type.Literal('characters'),
  ]),
  /** Who sells the model; blank when it is not known. */
  owner_by: Type.String(),
  /** Groups of the visitor's that reach it. */
  enable_groups: Type.Array(Type.String()),
  supported_endpoint_types: Type.Array(Type.String()),
  /** Every price in USD as decimal texts, tiers included. */
  card: Type.Unknown(),
});
export type PricingEntry = Static<typeof PricingEntry>;

export const Pricing = {
  200: Type.Object({
    success: Type.Boolean(),
    message: Type.String(),
    data: Type.Array(PricingEntry),
    /** Price factors of the visitor's groups. */
    group_ratio: Type.Record(Type.String(), Type.Number()),
    /** Their descriptions. */
    usable_group: Type.Record(Type.String(), Type.String()),
  }),
};
