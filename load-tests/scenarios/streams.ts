import { ask } from './shared/gateway.ts';
import { constantRate, options as optionsOf } from './shared/options.ts';
import { chat } from './shared/questions.ts';

const seconds = 3;

/** Streams of three seconds, 60 events each. A gateway that holds events back shows as streams that take longer. */
export const options = optionsOf(constantRate('once', { rate: 40, duration: '60s', seconds }), {
  first_byte: ['p(95)<400'],
  http_req_duration: [`p(95)<${seconds * 1000 + 500}`],
});

export function once(): void {
  ask(chat(true));
}
