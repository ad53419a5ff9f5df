import type { ChatRequest } from '../chat.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** A request that was or will be made here, to be written as a program of one's own. */
export interface Program {
  readonly dialect: Dialect;
  readonly request: ChatRequest;
  /** Origin of the gateway, without a trailing slash. */
  readonly address: string;
  readonly key: string;
}

/** A language in which it can be written. */
export interface ProgramLanguage {
  readonly id: string;
  readonly name: string;
  readonly write: (program: Program) => string;
}
