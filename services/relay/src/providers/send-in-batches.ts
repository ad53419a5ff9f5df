import type { Dispatcher } from 'undici';
import type { Json } from '../dialects/canonical.ts';
import type { Endpoint, UpstreamCall } from './provider.ts';
import { readObject } from './read-object.ts';
import { ReportedResponse } from './reported-response.ts';

/** A host that takes so many items of a list in one call. */
interface Batches {
  /** The member of the body that is the list. */
  readonly member: string;
  readonly most: number;
  /** What an answer holds for the items, in their order; undefined when it is no answer. */
  resultsIn(answer: Json): readonly unknown[] | undefined;
  /** The answer to the whole list. */
  join(answers: readonly Json[]): Json;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** More at once would be taken for a flood. */
const mostAtOnce = 4;
const longestBytes = 64 * 1_048_576;

/** Asks for a list that is longer in parts. A part that is refused is the answer. */
export function sendInBatches(batches: Batches): NonNullable<Endpoint['send']> {
  return (call, handler, dispatcher) => {
    const { url, headers, body } = call;
    const whole = readObject(body.toString()) ?? {};
    const items = whole[batches.member];
    if (!Array.isArray(items) || items.length <= batches.most) {
      const path = url.pathname + url.search;
      dispatcher.dispatch({ origin: url.origin, path, method: 'POST', headers: [...headers], body }, handler);
      return;
    }
    const response = new ReportedResponse(handler);
    const ask = (part: readonly unknown[]) => {
      const text = JSON.stringify({ ...whole, [batches.member]: part });
      return post(dispatcher, { ...call, body: Buffer.from(text) }, response.signal);
    };
    askAll(divide(items, batches.most), ask, batches).then(
      ({ status, text }) => response.send(status, 'application/json', Buffer.from(text)),
      (error) => response.fail(error as Error),
    );
  };
}

async function askAll(
  parts: readonly unknown[][],
  ask: (part: readonly unknown[]) => Promise<Reply>,
  { resultsIn, join }: Batches,
): Promise<Reply> {
  const answers: Json[] = [];
  let left = longestBytes;
  for (const round of divide(parts, mostAtOnce)) {
    const replies = await Promise.all(round.map(ask));
    for (const [at, reply] of replies.entries()) {
      const answer = reply.status > 299 ? undefined : readObject(reply.text);
      const results = answer && resultsIn(answer);
      if (!answer || !results) return reply;
      // Results would be taken for those of other items.
      if (results.length !== round[at]?.length) throw new Error('the answer to a part is not whole');
      left -= reply.text.length;
      if (left < 0) throw new Error('the answer is too large');
      answers.push(answer);
    }
  }
  return { status: 200, text: JSON.stringify(join(answers)) };
}

async function post(dispatcher: Dispatcher, call: UpstreamCall, signal: AbortSignal): Promise<Reply> {
  const { url, headers, body } = call;
  const path = url.pathname + url.search;
  const reply = await dispatcher.request({
    origin: url.origin,
    path,
    method: 'POST',
    headers: [...headers],
    body,
    signal,
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply.body) {
    size += (chunk as Buffer).length;
    if (size > longestBytes) throw new Error('the answer is too large');
    chunks.push(chunk as Buffer);
  }
  return { status: reply.statusCode, text: Buffer.concat(chunks).toString('utf8') };
}

function divide<T>(items: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most));
}
