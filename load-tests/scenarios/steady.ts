import { ask } from './shared/gateway.ts';
import { constantRate, options as optionsOf } from './shared/options.ts';
import { chat } from './shared/questions.ts';

/** The same number of short requests each second. */
export const options = optionsOf(constantRate('once', { rate: 100, duration: '60s', seconds: 1 }), {
  http_req_duration: ['p(95)<250', 'p(99)<1000'],
});

export function once(): void {
  ask(chat(false));
}
