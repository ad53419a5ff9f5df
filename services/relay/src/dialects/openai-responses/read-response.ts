import type { AssistantPart, ChatResult, Citation, Json, TextPart } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { errorIn } from './errors.ts';
import { readFinishReason } from './finish-reason.ts';
import { readCall, readReasoning } from './read-items.ts';
import { readUsage } from './usage.ts';

/** Reads a response. Throws an UpstreamRefusal when the payload is none, or one that failed. */
export function readResponse(payload: unknown): ChatResult {
  const error = errorIn(payload);
  if (error || !isObject(payload) || !Array.isArray(payload.output)) throw new UpstreamRefusal(error ?? noAnswer);
  const parts = payload.output.flatMap((item) => (isObject(item) ? readItem(item) : []));
  const usage = readUsage(payload);
  return {
    id: asText(payload.id),
    model: asText(payload.model),
    parts,
    finishReason: readFinishReason(
      payload,
      parts.some(({ type }) => type === 'tool-call'),
    ),
    ...(usage && { usage }),
    ...(typeof payload.service_tier === 'string' && { serviceTier: payload.service_tier }),
  };
}

/** What the host's own tools did says nothing to other dialects, but for pictures. */
function readItem(item: Json): AssistantPart[] {
  switch (item.type) {
    case 'message':
      return readContents(item);
    case 'reasoning':
      return [readReasoning(item)];
    case 'function_call':
    case 'custom_tool_call':
      return [readCall(item)];
    case 'image_generation_call':
      return readPicture(item);
    default:
      return [];
  }
}

export function readPicture({ result, output_format: format }: Json): Extract<AssistantPart, { type: 'file' }>[] {
  if (typeof result !== 'string' || result === '') return [];
  const mediaType = `image/${typeof format === 'string' ? format : 'png'}`;
  return [{ type: 'file', mediaType, source: { kind: 'data', base64: result } }];
}

/** What a message says. */
export function readContents({ content }: Json): AssistantPart[] {
  return Array.isArray(content) ? content.flatMap(readContent) : [];
}

function readContent(content: unknown): AssistantPart[] {
  if (!isObject(content)) return [];
  if (content.type === 'refusal') return [{ type: 'refusal', text: asText(content.refusal) }];
  if (content.type !== 'output_text') return [];
  const citations = Array.isArray(content.annotations) ? content.annotations.flatMap(readCitation) : [];
  const text: TextPart = { type: 'text', text: asText(content.text) };
  return [citations.length > 0 ? { ...text, citations } : text];
}

export function readCitation(annotation: unknown): Citation[] {
  if (!isObject(annotation) || typeof annotation.url !== 'string') return [];
  return [{ url: annotation.url, ...(typeof annotation.title === 'string' && { title: annotation.title }) }];
}

const noAnswer = {
  verdict: 'retry',
  message: 'The upstream answered with something else than a response.',
  type: 'upstream_error',
  code: 'bad_response_body',
  param: null,
} as const;
