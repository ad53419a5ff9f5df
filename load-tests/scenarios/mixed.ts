import { ask, oneOf } from './shared/gateway.ts';
import { constantRate, options as optionsOf } from './shared/options.ts';
import { allDialects } from './shared/questions.ts';

const times = Object.fromEntries(allDialects.map(({ name }) => [`first_byte{dialect:${name}}`, ['p(95)<500']]));

/** Every dialect, whole and streamed, at once; times are judged for each. */
export const options = optionsOf(constantRate('once', { rate: 40, duration: '60s', seconds: 3.5 }), times);

export function once(): void {
  ask(oneOf(allDialects));
}
