import type { ClientDialect } from '../dialects/dialect.ts';
import type { AnyTap } from '../metering/tap.ts';
import { FilteredAnswer } from './filtered-answer.ts';
import { FilteredStream } from './filtered-stream.ts';
import type { CompletionRule } from './rules.ts';

/** The same answer without the words of a rule. Sound, and what else nobody reads on the way, stays as it is. */
export function filterTap(tap: AnyTap, rule: CompletionRule, dialect: ClientDialect): AnyTap {
  switch (tap.kind) {
    case 'stream':
      return new FilteredStream(tap, rule, dialect);
    case 'whole':
      return new FilteredAnswer(tap, rule, dialect);
    case 'raw':
      return tap;
  }
}
