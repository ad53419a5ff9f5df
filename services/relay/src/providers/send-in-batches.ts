import type { Json } from '../dialects/canonical.ts';
import { callUpstream } from '../egress/call-upstream.ts';
import type { Endpoint } from './provider.ts';
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

type Reply = Awaited<ReturnType<typeof callUpstream>>;

/** More at once would be taken for a flood. */
const mostAtOnce = 4;
const mostBytes = 64 * 1_048_576;

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
      const { signal } = response;
      return callUpstream({ dispatcher, url, method: 'POST', headers, body: Buffer.from(text), signal, mostBytes });
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
  let left = mostBytes;
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

function divide<T>(items: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most));
}
