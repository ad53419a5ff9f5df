import type { ErrorShape } from './doors.ts';
import type { Stage } from './stage.ts';
import type { WireAnswer } from './wire.ts';

/** What is sent once, and what must come of it. */
export interface Case {
  /** What is wrong with it. */
  readonly row: string;
  /** Where it is sent: a door of the relay, or a call of the console. */
  readonly door: string;
  /** Statuses that may be answered; 0: the connection is closed without an answer. */
  readonly expected: readonly number[];
  /** In which dialect's shape a refusal must be; absent: HTTP itself refuses, before any dialect is known. */
  readonly shape?: ErrorShape | 'console';
  /** Calls that upstreams may get; 0 unless said. */
  readonly upstreamCalls?: number;
  send(stage: Stage): Promise<WireAnswer>;
  /** What else is wrong with the answer, in words. */
  fault?(answer: WireAnswer, stage: Stage): string | undefined | Promise<string | undefined>;
}

/** Cases of one kind. */
export interface CaseClass {
  readonly name: string;
  /** Takes part in `npm test`. */
  readonly isQuick: boolean;
  readonly cases: (stage: Stage) => readonly Case[] | Promise<readonly Case[]>;
}
