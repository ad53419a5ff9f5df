import type { Host, HostReply, HostRequest } from '../host.ts';
import type { Proof } from '../proof/proof.ts';
import { demand, orRefuse } from '../refusal.ts';
import { eventsReply, jsonReply } from '../reply.ts';
import { answerMessages, countMessages } from './answer.ts';
import { anthropicError } from './anthropic-error.ts';
import type { ClaudeSurface } from './surface.ts';

export interface AnthropicMessagesOptions extends ClaudeSurface {
  readonly name?: string;
  /** What comes before `/v1/messages`. */
  readonly prefix?: string;
  /** Whose requests are answered; everyone's unless said. */
  readonly proof?: Proof;
  /** Models that exist; all unless said. */
  readonly models?: readonly string[];
  /** Versions of the API that `anthropic-version` may name. */
  readonly versions?: readonly string[];
}

const bindingControls = 'thinking-binding-controls-2026-08-01';

/** Anthropic's Messages API, with counting of tokens and the list of models. */
export function anthropicMessages(options: AnthropicMessagesOptions = {}): Host {
  const { name = 'anthropic-messages', prefix = '' } = options;
  const routes: Readonly<Record<string, (request: HostRequest, options: AnthropicMessagesOptions) => HostReply>> = {
    [`POST ${prefix}/v1/messages`]: answer,
    [`POST ${prefix}/v1/messages/count_tokens`]: count,
    [`GET ${prefix}/v1/models`]: list,
  };
  return {
    name,
    handle(request) {
      const route = routes[`${request.method} ${request.path}`];
      return route && orRefuse(anthropicError, () => route(request, options));
    },
  };
}

function answer(request: HostRequest, options: AnthropicMessagesOptions): HostReply {
  const { body, surface } = readCall(request, options);
  demandModel(body, options);
  const { conversation, message, events } = answerMessages(body, surface);
  if (!conversation.stream) return { ...jsonReply(200, message), conversation };
  return { ...eventsReply(events.map((event) => ({ name: event.type, data: event }))), conversation };
}

function count(request: HostRequest, options: AnthropicMessagesOptions): HostReply {
  const { body, surface } = readCall(request, options);
  demandModel(body, options);
  const { conversation, counted } = countMessages(body, surface);
  return { ...jsonReply(200, counted), conversation };
}

function list(request: HostRequest, options: AnthropicMessagesOptions): HostReply {
  verifyHeaders(request, options);
  const { models = ['claude-haiku-5-5'] } = options;
  const data = models.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-10-01T00:00:00Z' }));
  return jsonReply(200, { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null });
}

function readCall(request: HostRequest, options: AnthropicMessagesOptions) {
  const version = verifyHeaders(request, options);
  const body = request.json();
  demand(body, 'The request body is not valid JSON.');
  const betas = String(request.headers['anthropic-beta'] ?? '').split(/\s*,\s*/);
  return { body, surface: { ...options, version, blockBinding: betas.includes(bindingControls) } };
}

function demandModel({ model }: Record<string, unknown>, { models }: AnthropicMessagesOptions): void {
  demand(models?.includes(String(model)) ?? true, `model: ${model}`, { status: 404 });
}

function verifyHeaders(request: HostRequest, options: AnthropicMessagesOptions): string {
  const { proof, versions = ['2023-06-01', '2026-10-21'] } = options;
  const reason = proof?.(request);
  demand(!reason, `invalid x-api-key: ${reason}`, { status: 401 });
  const version = request.headers['anthropic-version'];
  demand(version !== undefined, 'anthropic-version: header is required');
  demand(versions.includes(String(version)), `anthropic-version: "${version}" is not a valid version.`);
  return String(version);
}
