import type {
  AssistantPart,
  ChatResult,
  Citation,
  FilePart,
  Json,
  ReasoningPart,
  TextPart,
  ToolCallPart,
} from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { writeFinishReason } from './finish-reason.ts';
import { writeCallSignature, writeReasoningDetail } from './signature.ts';
import { writeUsage } from './write-usage.ts';

export function writeResponse(result: ChatResult, answer: Answer): unknown {
  const calls = result.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
  return {
    id: result.id || `chatcmpl-${answer.requestId}`,
    object: 'chat.completion',
    created: answer.createdAt,
    model: result.model || answer.model,
    choices: [
      {
        index: 0,
        message: writeMessage(result.parts, calls),
        logprobs: null,
        finish_reason: writeFinishReason(result.finishReason, calls.length > 0),
      },
    ],
    ...(result.usage && { usage: writeUsage(result.usage) }),
    ...(result.serviceTier !== undefined && { service_tier: result.serviceTier }),
  };
}

function writeMessage(parts: readonly AssistantPart[], calls: readonly ToolCallPart[]): Json {
  const of = <T extends AssistantPart['type']>(type: T) =>
    parts.filter((part): part is Extract<AssistantPart, { type: T }> => part.type === type);
  const texts: TextPart[] = of('text');
  const reasoning: ReasoningPart[] = of('reasoning');
  const details = reasoning.flatMap((part) => writeReasoningDetail(part) ?? []);
  const content = texts.map(({ text }) => text).join('');
  const refusal = of('refusal')
    .map(({ text }) => text)
    .join('');
  const images = of('file').flatMap(writePicture);
  const annotations = texts.flatMap(({ citations = [] }) => citations.flatMap(writeCitation));
  return {
    role: 'assistant',
    content: content === '' && (calls.length > 0 || refusal !== '') ? null : content,
    refusal: refusal || null,
    ...(reasoning.some(({ text }) => text !== '') && {
      reasoning_content: reasoning.map(({ text }) => text).join(''),
    }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
    ...(images.length > 0 && { images }),
    ...(annotations.length > 0 && { annotations }),
  };
}

function writeCall(call: ToolCallPart): Json {
  const { id, name } = call;
  if (call.custom) return { id, type: 'custom', custom: { name, input: call.arguments } };
  return {
    id,
    type: 'function',
    function: { name, arguments: call.arguments || '{}' },
    ...writeCallSignature(call.signature),
  };
}

/** A picture as Google's OpenAI surface and OpenRouter answer it. */
export function writePicture({ mediaType, source }: Pick<FilePart, 'mediaType' | 'source'>): Json[] {
  if (source.kind === 'id') return [];
  const url = source.kind === 'url' ? source.url : `data:${mediaType};base64,${source.base64}`;
  return [{ type: 'image_url', image_url: { url } }];
}

export function writeCitation({ url, title }: Citation): Json[] {
  return url === undefined ? [] : [{ type: 'url_citation', url_citation: { url, ...(title && { title }) } }];
}
