import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Paced } from './paced.ts';
import { parseRule, type Rules } from './rules.ts';
import type { Truth } from './truth.ts';

export interface Controls {
  rules: Rules;
  truth: Truth;
  paced: Paced;
}

/**
 * The same controls over HTTP, for an upstream in another process. `POST /control` adds a rule, `DELETE /control`
 * clears rules and requests, `GET /control/requests[?correlation=]` tells the truth, `GET /control/paced` the counts of
 * the benchmark lane.
 */
export async function control(request: IncomingMessage, response: ServerResponse, controls: Controls): Promise<void> {
  const url = new URL(request.url ?? '', 'http://upstream');
  const reply = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  try {
    switch (`${request.method} ${url.pathname}`) {
      case 'POST /control':
        controls.rules.add(parseRule(await json(request)));
        return reply(200, {});
      case 'DELETE /control':
        controls.rules.clear();
        controls.truth.clear();
        return reply(200, {});
      case 'GET /control/requests':
        return reply(200, controls.truth.list(url.searchParams.get('correlation') ?? undefined));
      case 'GET /control/paced':
        return reply(200, controls.paced.counts);
      default:
        return reply(404, { message: `There is no ${request.method} ${url.pathname}.` });
    }
  } catch (error) {
    reply(400, { message: (error as Error).message });
  }
}
