import type { OperationFormat } from '../dialect.ts';
import { neverPassed } from '../never-passed.ts';
import { errorIn, readError } from './errors.ts';
import { readOutput } from './text.ts';
import { readUsage } from './usage.ts';

/** What Google's operations other than chat have in common with it. Clients ask for them in OpenAI's shapes. */
export function operationFormat(name: string): OperationFormat {
  return { ...neverPassed, name, readUsage, readOutput, readError, errorIn };
}
