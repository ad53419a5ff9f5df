import type { AssistantPart, Citation, Json, Signature } from '../canonical.ts';
import { newId } from '../new-id.ts';
import { packSignature } from '../packed-signature.ts';

/** Items of a response, whole or at their beginning. */

export function messageItem(id: string, status: string, content: readonly Json[]): Json {
  return { id, type: 'message', status, role: 'assistant', content };
}

export function textContent(text: string, citations: readonly Citation[] = []): Json {
  const annotations = citations.flatMap(({ url, title = '' }) =>
    url === undefined ? [] : [{ type: 'url_citation', url, title, start_index: 0, end_index: text.length }],
  );
  return { type: 'output_text', text, annotations, logprobs: [] };
}

/** The proof of another maker's reasoning travels in the same field, so that it comes back. */
export function reasoningItem(id: string, text: string, signature: Signature | undefined): Json {
  return {
    id,
    type: 'reasoning',
    summary: text === '' ? [] : [{ type: 'summary_text', text }],
    ...(signature && {
      encrypted_content: signature.dialect === 'openai-responses' ? signature.value : packSignature(signature),
    }),
  };
}

export function callItem(id: string, status: string, call: Extract<AssistantPart, { type: 'tool-call' }>): Json {
  const { id: call_id, name } = call;
  return call.custom
    ? { id, type: 'custom_tool_call', status, call_id, name, input: call.arguments }
    : { id, type: 'function_call', status, call_id, name, arguments: call.arguments };
}

export function pictureItem(base64: string): Json {
  return { id: newId('ig_'), type: 'image_generation_call', status: 'completed', result: base64 };
}
