import type { OddAnswer } from '../odd-host.ts';
import type { Stage } from '../stage.ts';
import type { WireAnswer } from '../wire.ts';
import type { Dialect } from '../wire-answers.ts';

/** An odd answer, and what must come of it. */
export interface Odd {
  readonly row: string;
  /** Statuses of the client's answer. */
  readonly expected: readonly number[];
  /** What is charged: nothing, the usage that the answer reports, or something counted here. */
  readonly charged: 'nothing' | 'reported' | 'something' | 'anything';
  /** Answers of one kind alone; both unless said. */
  readonly only?: 'stream' | 'whole';
  /** Another channel has the model, too, and its answer is what the client gets. */
  readonly isRescued?: true;
  answer(dialect: Dialect, stream: boolean): OddAnswer;
  fault?(answer: WireAnswer, stage: Stage): string | undefined;
}
