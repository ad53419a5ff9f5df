import type { Relay } from '../../context.ts';
import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import type { ClientDialect } from '../../dialects/dialect.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { readRequest as readMessages } from '../anthropic/read-request.ts';
import { readResponsesRequest } from '../openai/responses.ts';
import { readPosted } from '../openai/routes.ts';
import type { RelayRequest } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';
import { serve } from '../serve.ts';
import type { LaneRoute } from './fast-lane.ts';

type Read = (body: RequestBody) => RelayRequest | Promise<RelayRequest>;

/** The addresses that most requests go to, as the makers' own clients write them. */
const targets: readonly (readonly [target: string, dialect: ClientDialect, read: Read])[] = [
  ['/v1/chat/completions', openaiChat, (body) => readPosted('chat', body)],
  ['/v1/embeddings', openaiChat, (body) => readPosted('embeddings', body)],
  ['/v1/responses', openaiResponses, readResponsesRequest],
  ['/v1/messages', anthropicMessages, readMessages],
  ['/v1/messages?beta=true', anthropicMessages, readMessages],
];

export function laneRoutes(relay: Relay): Map<string, LaneRoute> {
  return new Map(
    targets.map(([target, dialect, read]) => [
      target,
      {
        dialect,
        handle(request, reply, body) {
          const wanted = read(body);
          return wanted instanceof Promise
            ? wanted.then((known) => serve(relay, request, reply, known))
            : serve(relay, request, reply, wanted);
        },
      },
    ]),
  );
}
