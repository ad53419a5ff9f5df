import type { AssistantPart, ChatResult, Citation, FilePart, Json, ReasoningPart, ToolCallPart } from '../canonical.ts';
import { fileWithin } from '../file-at.ts';
import { asText, isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { errorIn } from './errors.ts';
import { readFinishReason } from './finish-reason.ts';
import { readCallSignature, readReasoningDetail } from './signature.ts';
import { readUsage } from './usage.ts';

/** Reads a chat completion; of several choices the first. Throws an UpstreamRefusal when the payload is none. */
export function readResponse(payload: unknown): ChatResult {
  const choice = isObject(payload) && Array.isArray(payload.choices) ? payload.choices[0] : undefined;
  const message = isObject(choice) ? choice.message : undefined;
  if (!isObject(payload) || !isObject(choice) || !isObject(message))
    throw new UpstreamRefusal(errorIn(payload) ?? noAnswer);
  const parts = readMessage(message);
  const usage = readUsage(payload);
  return {
    id: typeof payload.id === 'string' ? payload.id : newId('chatcmpl-'),
    model: typeof payload.model === 'string' ? payload.model : '',
    parts,
    finishReason: readFinishReason(
      choice.finish_reason,
      parts.some(({ type }) => type === 'tool-call'),
    ),
    ...(usage && { usage }),
    ...(typeof payload.service_tier === 'string' && { serviceTier: payload.service_tier }),
  };
}

function readMessage(message: Json): AssistantPart[] {
  const content = readText(message.content);
  const citations = readCitations(message.annotations);
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const { function_call: old } = message;
  return [
    ...readReasoning(message),
    ...(content === '' ? [] : [{ type: 'text' as const, text: content, ...(citations.length > 0 && { citations }) }]),
    ...readPictures(message.images),
    ...(typeof message.refusal === 'string' && message.refusal !== ''
      ? [{ type: 'refusal' as const, text: message.refusal }]
      : []),
    ...[...calls, ...(isObject(old) ? [{ function: old }] : [])].flatMap(readCall),
  ];
}

function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function readReasoning(message: Json): ReasoningPart[] {
  const details = Array.isArray(message.reasoning_details)
    ? message.reasoning_details.flatMap(readReasoningDetail)
    : [];
  const text = message.reasoning_content ?? message.reasoning;
  if (details.length > 0) return details;
  return typeof text === 'string' && text !== '' ? [{ type: 'reasoning', text }] : [];
}

function readCall(call: unknown): ToolCallPart[] {
  const custom = isObject(call) && call.type === 'custom';
  const called = isObject(call) ? (custom ? call.custom : call.function) : undefined;
  if (!isObject(call) || !isObject(called)) return [];
  const given = custom ? called.input : called.arguments;
  const signature = readCallSignature(call);
  return [
    {
      type: 'tool-call',
      id: typeof call.id === 'string' && call.id !== '' ? call.id : newId('call_'),
      name: asText(called.name),
      // Some hosts answer with the object instead of its text.
      arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
      ...(custom && { custom }),
      ...(signature && { signature }),
    },
  ];
}

function readCitations(annotations: unknown): Citation[] {
  if (!Array.isArray(annotations)) return [];
  return annotations.flatMap((annotation) => {
    const cited = isObject(annotation) ? annotation.url_citation : undefined;
    if (!isObject(cited) || typeof cited.url !== 'string') return [];
    return [{ url: cited.url, ...(typeof cited.title === 'string' && { title: cited.title }) }];
  });
}

/** Pictures as OpenRouter and Google's OpenAI surface answer them. */
export function readPictures(images: unknown): FilePart[] {
  if (!Array.isArray(images)) return [];
  return images.flatMap((image) => {
    const url = isObject(image) && isObject(image.image_url) ? image.image_url.url : undefined;
    if (typeof url !== 'string') return [];
    return [fileWithin(url, 'image/*') ?? { type: 'file', mediaType: 'image/*', source: { kind: 'url', url } }];
  });
}

const noAnswer = {
  verdict: 'retry',
  message: 'The upstream answered with something else than a chat completion.',
  type: 'upstream_error',
  code: 'bad_response_body',
  param: null,
} as const;
