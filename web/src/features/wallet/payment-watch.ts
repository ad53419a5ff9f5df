/** How often a payment is asked about. */
export interface Schedule {
  readonly firstDelayMs: number;
  /** By which each delay is longer than the one before. */
  readonly factor: number;
  readonly mostDelayMs: number;
  readonly tries: number;
}

export const pageSchedule: Schedule = { firstDelayMs: 3000, factor: 1.5, mostDelayMs: 30_000, tries: 24 };
/** Coins arrive while the person looks on, so their invoice is asked about until it ends. */
export const coinSchedule: Schedule = {
  firstDelayMs: 3000,
  factor: 1,
  mostDelayMs: 3000,
  tries: Number.POSITIVE_INFINITY,
};

/** What is known of a payment that is watched. */
export type Watch =
  | {
      readonly phase: 'waiting';
      readonly asked: number;
      /** Until the next question. */
      readonly delayMs: number;
      /** The last question got no answer. */
      readonly unanswered: boolean;
    }
  | { readonly phase: 'success' }
  | { readonly phase: 'failed' }
  /** The tries are used up. `unanswered`: the last of them got no answer. */
  | { readonly phase: 'givenUp'; readonly unanswered: boolean };

export type Answer = 'pending' | 'success' | 'failed' | 'none';

export function startWatch(schedule: Schedule): Watch {
  return { phase: 'waiting', asked: 0, delayMs: schedule.firstDelayMs, unanswered: false };
}

/** The watch after an answer. One that has ended stays as it is: answers can come late. */
export function hear(watch: Watch, answer: Answer, schedule: Schedule): Watch {
  if (watch.phase !== 'waiting') return watch;
  if (answer === 'success' || answer === 'failed') return { phase: answer };
  const asked = watch.asked + 1;
  const unanswered = answer === 'none';
  if (asked >= schedule.tries) return { phase: 'givenUp', unanswered };
  const delayMs = Math.min(schedule.mostDelayMs, watch.delayMs * schedule.factor);
  return { phase: 'waiting', asked, delayMs, unanswered };
}
