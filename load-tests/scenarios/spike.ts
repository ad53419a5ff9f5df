import { ask } from './shared/gateway.ts';
import { options as optionsOf, spikeOf } from './shared/options.ts';
import { chat } from './shared/questions.ts';

/** Ten times the usual number of requests within two seconds: all of them are served, later if need be. */
export const options = optionsOf(spikeOf('once', { rate: 30, seconds: 1 }), {
  http_req_duration: ['p(95)<2000'],
});

export function once(): void {
  ask(chat(false));
}
