import { type Static, Type } from 'typebox';

/** The map itself, or where it lies. */
export const DiffRequest = Type.Object({
  map: Type.Optional(Type.String({ maxLength: 8 * 1024 * 1024 })),
  address: Type.Optional(Type.String({ maxLength: 2000 })),
});
export type DiffRequest = Static<typeof DiffRequest>;

export const PriceDiff = Type.Object({
  /** Names this comparison when it is applied. */
  digest: Type.String(),
  models: Type.Array(
    Type.Object({
      model: Type.String(),
      state: Type.Union([Type.Literal('new'), Type.Literal('changed')]),
      /** By the card's names; tokens and characters in USD per million. */
      prices: Type.Array(
        Type.Object({
          name: Type.String(),
          before: Type.Optional(Type.String()),
          after: Type.Optional(Type.String()),
        }),
      ),
      /** Fields of the map that are priced and not understood. */
      unknown: Type.Array(Type.String()),
    }),
  ),
  /** Models of the map that cost the same already. */
  same: Type.Integer(),
  /** Entries of the map without a price that a card can hold. */
  unpriced: Type.Integer(),
});

export const ApplyRequest = Type.Object({
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  models: Type.Array(Type.String({ maxLength: 256 }), { minItems: 1, maxItems: 10_000 }),
});
export type ApplyRequest = Static<typeof ApplyRequest>;

export const Applied = Type.Object({ models: Type.Integer() });

const model = Type.String({ minLength: 1, maxLength: 256 });
/** Of all prices together, as the reading said; refused when somebody changed one since. */
const version = Type.Optional(Type.Integer({ minimum: 0 }));

export const CardQuery = Type.Object({ model });
export type CardQuery = Static<typeof CardQuery>;

export const CardView = Type.Object({
  model: Type.String(),
  /** The card in force, a coming price included; missing where the model has no price. */
  card: Type.Optional(Type.Unknown()),
  /** Whether it is the installation's own, and whether there is a shipped one to go back to. */
  own: Type.Boolean(),
  shipped: Type.Boolean(),
  version: Type.Integer(),
});

export const CardWriting = Type.Object({ model, card: Type.Unknown(), version });
export type CardWriting = Static<typeof CardWriting>;

export const CardRemoval = Type.Object({ model, version });
export type CardRemoval = Static<typeof CardRemoval>;

export const ModelNames = Type.Array(Type.String());
