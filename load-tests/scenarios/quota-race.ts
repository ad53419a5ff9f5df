// @boundaries-ignore k6 brings its modules itself; the package only describes them
import { check } from 'k6';
// @boundaries-ignore k6 brings its modules itself; the package only describes them
import http from 'k6/http';
// @boundaries-ignore k6 brings its modules itself; the package only describes them
import { Counter } from 'k6/metrics';
import { send } from './shared/gateway.ts';
import { options as optionsOf } from './shared/options.ts';
import { pricedCall } from './shared/questions.ts';

/** What the balance is good for; the runner gives the one customer so much. */
const affordable = Number(__ENV.LOAD_AFFORDABLE);

const served = new Counter('served');
const refused = new Counter('refused');
// What is refused for want of money has not failed.
http.setResponseCallback(http.expectedStatuses(200, 403));

/** Many times what the balance is good for, all at once, at several relays: it serves that much and no more. */
export const options = optionsOf(
  { executor: 'per-vu-iterations', exec: 'once', vus: 100, iterations: 10, maxDuration: '3m', gracefulStop: '60s' },
  { served: [`count<=${affordable}`, 'count>0'], refused: ['count>0'] },
);

export function once(): void {
  const reply = send(pricedCall());
  check(reply, { 'served or refused for want of money': ({ status }) => status === 200 || status === 403 });
  (reply.status === 200 ? served : refused).add(1);
}
