// @boundaries-ignore k6 brings its modules itself; the package only describes them
import { check } from 'k6';
// @boundaries-ignore k6 brings its modules itself; the package only describes them
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
// @boundaries-ignore k6 brings its modules itself; the package only describes them
import { Trend } from 'k6/metrics';
import type { Question } from './questions.ts';

/** What the runner hands over; see runner/stage.ts. */
const addresses = list('LOAD_ADDRESSES');
const keys = list('LOAD_KEYS');

/** From the request to the head of the answer, which a gateway sends with the first event of a stream. */
const firstByte = new Trend('first_byte', true);

/** Asks any relay with any customer's key, and waits for the whole answer; k6 hands streams over when they have ended. */
export function ask(question: Question): RefinedResponse<ResponseType> {
  const reply = send(question);
  firstByte.add(reply.timings.waiting, { dialect: question.name });
  check(reply, {
    answered: ({ status }) => status === 200,
    'whole answer': ({ body }) => question.isWhole(String(body)),
  });
  return reply;
}

/** The same without judging the answer. */
export function send({ name, path, headers, body }: Question): RefinedResponse<ResponseType> {
  return http.post(oneOf(addresses) + path, JSON.stringify(body), {
    headers: { 'content-type': 'application/json', ...headers(oneOf(keys)) },
    tags: { name },
    timeout: '120s',
  });
}

export function oneOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

function list(name: string): string[] {
  return (__ENV[name] ?? '').split(',').filter(Boolean);
}
