import type { ChatRequest, Effort } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { effortOf } from '../effort-of.ts';

/** The effort that a request asks for, or the nearest of those that its model knows. undefined: none is to be named. */
export function chooseEffort({ reasoning }: ChatRequest, known: readonly Effort[], warn: Warn): Effort | undefined {
  const wanted = reasoning?.effort ?? effortOf(reasoning?.budgetTokens);
  if (wanted === undefined || known.includes(wanted)) return wanted;
  if (known.length === 0) {
    if (wanted !== 'none') warn('reasoning_effort', 'this model does not reason');
    return undefined;
  }
  const nearest = wanted === 'none' || wanted === 'minimal' ? known[0] : known.at(-1);
  warn('reasoning_effort', `this model does not know ${wanted}: ${nearest} was asked for`);
  return nearest;
}
