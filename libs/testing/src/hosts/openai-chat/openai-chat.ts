import type { Host, HostReply, HostRequest } from '../host.ts';
import { openaiError } from '../openai-error.ts';
import { demand, orRefuse } from '../refusal.ts';
import { eventsReply, jsonReply } from '../reply.ts';
import { isObject } from '../shape.ts';
import type { OpenaiChatOptions } from './options.ts';
import { readChat } from './read.ts';
import { verifyChat } from './verify.ts';
import { writeChunks } from './write-stream.ts';
import { writeWhole } from './write-whole.ts';

/** A host that speaks OpenAI's chat completions, strictly where the options do not say otherwise. */
export function openaiChat(options: OpenaiChatOptions = {}): Host {
  const { name = 'openai-chat', path = '/v1/chat/completions' } = options;
  return {
    name,
    handle(request) {
      const match = typeof path === 'string' ? request.path === path : path.exec(request.path);
      if (request.method !== 'POST' || !match) return undefined;
      const model = match === true ? undefined : match.groups?.model;
      return orRefuse(openaiError, () => answer(request, model && decodeURIComponent(model), options));
    },
  };
}

function answer(request: HostRequest, modelOfPath: string | undefined, options: OpenaiChatOptions): HostReply {
  const { proof, models, done = true, extra } = options;
  const reason = proof?.(request);
  demand(!reason, `Incorrect API key provided: ${reason}`, { status: 401, code: 'invalid_api_key' });
  const sent = request.json();
  demand(sent, 'We could not parse the JSON body of your request.');
  const body = modelOfPath === undefined ? sent : { ...sent, model: modelOfPath };
  verifyChat(body, options);
  const model = String(body.model);
  demand(models?.includes(model) ?? true, `The model '${model}' does not exist or you do not have access to it.`, {
    status: 404,
    code: 'model_not_found',
    param: 'model',
  });
  const conversation = readChat(body, options);
  const added = extra?.(request);
  if (!conversation.stream)
    return {
      ...jsonReply(200, { ...writeWhole(conversation, options), ...added }),
      conversation,
    };
  const asked = isObject(body.stream_options) && body.stream_options.include_usage === true;
  const chunks = writeChunks(conversation, asked, options).map((chunk) => ({ data: { ...chunk, ...added } }));
  return { ...eventsReply([...chunks, ...(done ? [{ data: '[DONE]' }] : [])]), conversation };
}
