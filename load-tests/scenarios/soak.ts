import { ask, oneOf } from './shared/gateway.ts';
import { constantRate, options as optionsOf } from './shared/options.ts';
import { allDialects } from './shared/questions.ts';

/** Moderate load of all dialects for long: what leaks or piles up shows as times that rise. */
export const options = optionsOf(constantRate('once', { rate: 20, duration: '30m', seconds: 3.5 }), {
  first_byte: ['p(95)<400', 'p(99)<1500'],
});

export function once(): void {
  ask(oneOf(allDialects));
}
