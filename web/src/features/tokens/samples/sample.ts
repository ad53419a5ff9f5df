import type { TextKey } from '../../../lib/i18n.ts';

export interface SampleUse {
  /** Origin of the gateway, without a trailing slash. */
  readonly address: string;
  readonly key: string;
  readonly model: string;
  readonly stream: boolean;
}

/** One thing to paste: into a file, a terminal, or the fields of a form. */
export interface Piece {
  /** A file's path or a command line's name; absent for code that may stand anywhere. */
  readonly place?: string;
  readonly text: string;
}

/** How one client is set up. */
export interface Sample {
  readonly id: string;
  /** The client's own name, the same in every language. */
  readonly name: string;
  readonly kind: SampleKind;
  /** What the client wants as its base address: the origin, or with the version behind it. */
  readonly base: '' | '/v1';
  /** Names of the models that the client is made for; others work as well. */
  readonly prefers?: RegExp;
  /** Whether it differs for answers that stream. */
  readonly streams?: boolean;
  readonly note?: TextKey;
  readonly write: (use: SampleUse) => readonly Piece[];
}

export const sampleKinds = ['code', 'agents', 'apps'] as const;
export type SampleKind = (typeof sampleKinds)[number];
