import { type HostReply, serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';

type Json = Record<string, unknown>;

/** At which tier the host serves a request: one for whom it has no room at the standard one, one that it does not know at none. */
function served(asked: unknown, text: string): Json {
  if (text.includes('without a word')) return {};
  const known = asked === 'fast' ? 'priority' : (asked ?? (text.includes('by default') ? 'priority' : 'default'));
  return { service_tier: text.includes('no room') ? 'default' : known };
}

function events(payloads: readonly Json[], end = ''): HostReply {
  const body = payloads.map((data) => `${data.type ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`);
  return { type: 'text/event-stream', body: body.join('') + end };
}

function chat({ stream, service_tier }: Json, text: string): HostReply {
  const envelope = { id: 'chatcmpl-1', created: 1, model: 'm', ...served(service_tier, text) };
  const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
  if (!stream) {
    const message = { role: 'assistant', content: 'At noon.' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    return { body: { ...envelope, object: 'chat.completion', choices, usage } };
  }
  const chunk = (delta: Json, finish_reason: string | null = null) => ({
    ...envelope,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
  // Broken off before it reports anything.
  if (text.includes('breaks off')) return events([chunk({ content: 'At noon.' })]);
  const last = { ...envelope, object: 'chat.completion.chunk', choices: [], usage };
  return events([chunk({ content: 'At noon.' }), chunk({}, 'stop'), last], 'data: [DONE]\n\n');
}

function responses({ stream, service_tier }: Json, text: string): HostReply {
  const usage = { input_tokens: 1_000, output_tokens: 100, total_tokens: 1_100 };
  const content = [{ type: 'output_text', text: 'At noon.', annotations: [] }];
  const output = [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }];
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed', output, usage };
  if (!stream) return { body: { ...response, ...served(service_tier, text) } };
  const begun = { ...response, status: 'in_progress', output: [], usage: null, service_tier: 'auto' };
  return events([
    { type: 'response.created', response: begun },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'At noon.' },
    { type: 'response.completed', response: { ...response, ...served(service_tier, text) } },
  ]);
}

function claude({ stream, speed = 'standard', inference_geo: asked }: Json, text: string): HostReply {
  const used = text.includes('no room') ? 'standard' : speed;
  const inference_geo = asked ?? (text.includes('At home') ? 'us' : 'global');
  const tiers = { service_tier: 'standard', speed: used, inference_geo };
  const usage = { input_tokens: 1_000, output_tokens: stream ? 1 : 100, ...tiers };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] as Json[], usage };
  if (!stream && !text.includes('streams all'))
    return { body: { ...message, content: [{ type: 'text', text: 'At noon.' }], stop_reason: 'end_turn' } };
  return events([
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'At noon.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 100 } },
    { type: 'message_stop' },
  ]);
}

/** It says in a header that it has no room, or in its usage that it is crowded. */
function google(stream: boolean, text: string): HostReply {
  const serviceTier = text.includes('crowded') ? 'standard' : undefined;
  const usageMetadata = { promptTokenCount: 1_000, candidatesTokenCount: 100, totalTokenCount: 1_100, serviceTier };
  const content = { role: 'model', parts: [{ text: 'At noon.' }] };
  const body = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata, modelVersion: 'm' };
  if (stream) return events([body]);
  return { headers: text.includes('no room') ? { 'x-gemini-service-tier': 'standard' } : {}, body };
}

/**
 * A host of OpenAI's, Anthropic's and Google's dialects that says at which tier it serves. What it does otherwise than it was asked stands in the
 * words of the prompt. Each answer is of 1,000 tokens read and 100 written.
 */
export function startTieredHost(): Promise<TaskServer> {
  return serveTasks(({ path, text }) => {
    const body = JSON.parse(text) as Json;
    if (path.endsWith('/chat/completions')) return chat(body, text);
    if (path.endsWith('/responses')) return responses(body, text);
    return path.endsWith('/messages') ? claude(body, text) : google(path.includes('stream'), text);
  });
}
