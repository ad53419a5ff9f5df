// @boundaries-ignore k6 brings its modules itself; the package only describes them
import { check } from 'k6';
// @boundaries-ignore k6 brings its modules itself; the package only describes them
import http from 'k6/http';
import { ask, oneOf } from './shared/gateway.ts';
import { constantRate, options as optionsOf } from './shared/options.ts';
import { chat } from './shared/questions.ts';

interface Account {
  readonly id: number;
  readonly token: string;
}

const address = __ENV.LOAD_CONSOLE;
const accounts = JSON.parse(__ENV.LOAD_ACCOUNTS ?? '[]') as Account[];
const usageEach = 5;

/** What the pages of the console call, of people who look at their usage. An account may make two calls a second. */
const pages = [
  '/api/user/self',
  '/api/token/?p=0&size=10',
  '/api/log/self/?p=1&page_size=20',
  '/api/log/self/stat',
  '/api/data/self/summary?bucket=day',
  '/api/data/self?bucket=hour&group_by=model',
  '/api/status',
];

export const options = optionsOf(constantRate('once', { rate: 30, duration: '60s', seconds: 1 }), {
  http_req_duration: ['p(95)<300'],
});

/** Something to look at. */
export function setup(): void {
  for (let at = 0; at < accounts.length * usageEach; at++) ask(chat(false));
}

export function once(): void {
  const { id, token } = oneOf(accounts);
  const page = oneOf(pages);
  const reply = http.get(`${address}${page}`, {
    headers: { authorization: `Bearer ${token}`, 'new-api-user': String(id) },
    tags: { name: page.split('?')[0] ?? page },
  });
  check(reply, { answered: ({ status, body }) => status === 200 && String(body).includes('"success":true') });
}
