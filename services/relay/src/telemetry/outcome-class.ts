import type { Outcome } from '../metering/meter.ts';

/** How requests end. The first three are answers; of the others, `refused` is the client's fault. */
export const outcomeClasses = [
  'done',
  'length',
  'filtered',
  'client_gone',
  'refused',
  'rate_limited',
  'upstream_failed',
  'timed_out',
  'interrupted',
] as const;

export type OutcomeClass = (typeof outcomeClasses)[number];

const answers = 3;

/** The index of an outcome's class. An upstream that says no tells by the status whose fault it is. */
export function classOf({ ended, status }: Pick<Outcome, 'ended' | 'status'>): number {
  const name = ended === 'upstream_failed' && status < 500 ? (status === 429 ? 'rate_limited' : 'refused') : ended;
  return outcomeClasses.indexOf(name as OutcomeClass);
}

export function isAnswer(outcomeClass: number): boolean {
  return outcomeClass < answers;
}

/** OpenTelemetry's `error.type`; '' for an answer. */
export function errorTypeOf(outcomeClass: number): string {
  return isAnswer(outcomeClass) ? '' : (outcomeClasses[outcomeClass] as string);
}
