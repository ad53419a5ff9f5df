import { ask } from './shared/gateway.ts';
import { options as optionsOf } from './shared/options.ts';
import { allDialects } from './shared/questions.ts';

/** Does every dialect work at all? Each of them, one after the other, twice. */
export const options = optionsOf(
  { executor: 'shared-iterations', exec: 'once', vus: 1, iterations: 2, maxDuration: '2m' },
  {},
);

export function once(): void {
  for (const question of allDialects) ask(question);
}
