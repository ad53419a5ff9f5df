import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TSchema } from 'typebox';
import { type Behaviour, behaviourOfModel } from './behaviour.ts';
import { chat } from './chat.ts';
import { completions } from './completions.ts';
import { deliver } from './deliver.ts';
import { embeddings } from './embeddings.ts';
import { refuse, scriptedReply } from './errors.ts';
import { factsOf } from './facts.ts';
import { listModels, oneModel } from './models.ts';
import { looksPaced, type Paced, readEdges } from './paced.ts';
import { parseObject } from './parse-object.ts';
import type { Reply } from './reply.ts';
import { ChatRequest, CompletionRequest, EmbeddingRequest } from './requests.ts';
import type { Rules } from './rules.ts';
import type { Truth } from './truth.ts';
import { refuseBody, refuseKey, refuseType } from './verify.ts';

export interface Parts {
  keys: ReadonlySet<string> | undefined;
  models: readonly string[];
  defaults: Behaviour;
  rules: Rules;
  truth: Truth;
  paced: Paced;
}

interface Endpoint {
  schema: TSchema;
  // biome-ignore lint/suspicious/noExplicitAny: the schema beside it has checked the request
  reply(request: any, behaviour: Behaviour): Reply;
}

const ENDPOINTS: Record<string, Endpoint> = {
  '/v1/chat/completions': { schema: ChatRequest, reply: chat },
  '/v1/completions': { schema: CompletionRequest, reply: completions },
  '/v1/embeddings': { schema: EmbeddingRequest, reply: embeddings },
};

/** Answers one request of the API: key, content type, body, in the order the real one looks at them. */
export function handle(request: IncomingMessage, response: ServerResponse, parts: Parts): void {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const endpoint = request.method === 'POST' ? ENDPOINTS[path] : undefined;
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const refusal = refuseKey(key, parts.keys) ?? (endpoint && refuseType(request.headers['content-type']));
  let head: Buffer | undefined;
  let tail: Buffer = Buffer.alloc(0);
  let paced = false;
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => {
    if (!head) {
      head = piece;
      paced = endpoint !== undefined && !refusal && looksPaced(piece);
    }
    tail = piece;
    if (!paced) pieces.push(piece);
  });
  request.on('end', () => {
    if (paced && head) parts.paced.serve(readEdges(head, tail), response);
    else respond(parseObject(Buffer.concat(pieces).toString()));
  });

  function respond(body: Record<string, unknown> | undefined): void {
    const facts = factsOf(key, body);
    if (endpoint && !refusal && parts.paced.knows(facts.model)) {
      parts.paced.serve({ ...facts, includeUsage: /"include_usage":true/.test(JSON.stringify(body)) }, response);
      return;
    }
    const truth = parts.truth.open({ path, ...facts });
    const [reply, behaviour] = refusal
      ? [refusal, {}]
      : endpoint
        ? choose(endpoint, body, facts.model, () => parts.rules.take(facts), parts.defaults)
        : lookUp(request.method, path, parts.rules.take(facts), parts.models);
    void deliver(reply, behaviour, response, truth);
  }
}

function choose(
  { schema, reply }: Endpoint,
  body: unknown,
  model: string,
  takeRule: () => Behaviour,
  defaults: Behaviour,
): [Reply, Behaviour] {
  const refusal = refuseBody(schema, body);
  if (refusal) return [refusal, {}];
  try {
    const behaviour = { ...defaults, ...behaviourOfModel(model), ...takeRule() };
    const { status } = behaviour;
    return [status === undefined ? reply(body, behaviour) : scriptedReply(status, behaviour.body), behaviour];
  } catch (error) {
    return [refuse({ status: 400, message: (error as Error).message, param: 'model' }), {}];
  }
}

function lookUp(method = '', path: string, behaviour: Behaviour, models: readonly string[]): [Reply, Behaviour] {
  const prefix = '/v1/models/';
  if (behaviour.status) return [scriptedReply(behaviour.status, behaviour.body), behaviour];
  if (method === 'GET' && path === '/v1/models') return [listModels(models), behaviour];
  if (method === 'GET' && path.startsWith(prefix)) {
    return [oneModel(models, decodeURIComponent(path.slice(prefix.length))), behaviour];
  }
  return [refuse({ status: 404, message: `Invalid URL (${method} ${path})` }), {}];
}
