import { type Static, Type } from 'typebox';

const int4 = 2_147_483_647;
const tag = Type.String({ minLength: 1, maxLength: 100 });
/** Separated by commas, or a list. */
const names = Type.Union([
  Type.String({ maxLength: 100_000 }),
  Type.Array(Type.String({ maxLength: 256 })),
  Type.Null(),
]);

/** What is absent or blank stays as it is, but for a blank `new_tag`, which dissolves the tag. */
export const TagChange = Type.Object({
  tag,
  new_tag: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  model_mapping: Type.Optional(Type.Union([Type.String({ maxLength: 65_536 }), Type.Null()])),
  models: Type.Optional(names),
  groups: Type.Optional(names),
  priority: Type.Optional(Type.Integer({ minimum: -999, maximum: int4 })),
  /** Below 0 counts as 0. */
  weight: Type.Optional(Type.Integer({ minimum: -int4, maximum: int4 })),
});
export type TagChange = Static<typeof TagChange>;

export const TagName = Type.Object({ tag });

/** A blank tag takes the channels out of theirs. */
export const BatchTag = Type.Object({
  ids: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 10_000 }),
  tag: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
});
export type BatchTag = Static<typeof BatchTag>;
