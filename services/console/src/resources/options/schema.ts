import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';

export const OptionText = Type.Object({ key: Type.String(), value: Type.String() });
export const OptionList = Type.Array(OptionText);

export const OptionChange = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.String({ maxLength: 1_100_000 }),
  /** As the definition said; refused when somebody changed the setting since. */
  version: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Takes a secret away; without it a blank one is kept. */
  clear: Type.Optional(Type.Boolean()),
});
export type OptionChange = Static<typeof OptionChange>;

/** What one form says: settings that are changed together, in this order, or not at all. */
export const OptionChanges = Type.Object({ changes: Type.Array(OptionChange, { minItems: 1, maxItems: 200 }) });

export const ChangedTogether = Type.Object({
  /** Of each setting, in the order of the changes; none when one was refused. */
  versions: Type.Array(Type.Integer()),
  /** Which was refused, and why is the message; empty: none. */
  refused: Type.String(),
});

export const Changed = Type.Object({ version: Type.Integer() });

export const Definition = Type.Object({
  key: Type.String(),
  kind: Type.String(),
  /** Of kind `choice`. */
  choices: Type.Optional(Type.Array(Type.String())),
  /** Of numbers. */
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  default: Type.String(),
  /** Least role that reads and writes it. */
  role: Type.Integer(),
  secret: Type.Boolean(),
  set: Type.Boolean(),
  /** Rises with every change. */
  version: Type.Integer(),
  /** Unix seconds. */
  changed_time: Type.Optional(Type.Integer()),
  changed_by: Type.Optional(Type.String()),
});
export const Definitions = Type.Array(Definition);

export const HistoryQuery = Type.Object({ ...pageQuery, key: Type.String({ default: '', maxLength: 100 }) });

export const HistoryPage = pageOf(
  Type.Object({
    id: Type.Integer(),
    key: Type.String(),
    /** Blank where the setting is secret. Of prices: JSON of the cards that were stored, by model. */
    old_value: Type.String(),
    /** `changed` where the setting is secret. */
    new_value: Type.String(),
    secret: Type.Boolean(),
    username: Type.String(),
    /** Unix seconds. */
    created_at: Type.Integer(),
  }),
);

/** A change to take back. */
export const Rollback = Type.Object({ id: Type.Integer({ minimum: 1 }) });
