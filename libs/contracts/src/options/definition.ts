import type { Kind } from './kinds.ts';

/** One setting of the installation. Its value is text on the wire and in the database. */
export interface OptionDefinition<T> extends Kind<T> {
  readonly default: string;
  /** Least role that reads and writes it: 10 administrator, 100 root. */
  readonly role: 10 | 100;
  /** Sealed in the database and never sent to a browser; written blank it keeps its value. */
  readonly secret: boolean;
}

/** A setting of administrators. */
export function option<T>(kind: Kind<T>, standard: string): OptionDefinition<T> {
  return { ...kind, default: standard, role: 10, secret: false };
}

/** A setting of root's: payment, who else may vouch for users, and where secrets and the links of mails lead. */
export function rootOption<T>(kind: Kind<T>, standard: string): OptionDefinition<T> {
  return { ...option(kind, standard), role: 100 };
}

/** A secret of root's. Empty is not set, and what needs it is off. */
export function secret(kind: Kind<string>): OptionDefinition<string> {
  return { ...rootOption(kind, ''), secret: true };
}
