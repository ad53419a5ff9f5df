import type { Citation, Json, Signature, ToolCallPart } from '../canonical.ts';
import { newId } from '../new-id.ts';
import { packSignature } from '../packed-signature.ts';

type Item = Json & { readonly id: string };

/** Items of a response, whole or at their beginning. */

export function messageItem(id: string, status: string, content: readonly Json[]): Item {
  return { id, type: 'message', status, role: 'assistant', content };
}

export function textContent(text: string, citations: readonly Citation[] = []): Json & { annotations: Json[] } {
  const annotations = citations.flatMap(({ url, title = '' }) =>
    url === undefined ? [] : [{ type: 'url_citation', url, title, start_index: 0, end_index: text.length }],
  );
  return { type: 'output_text', text, annotations, logprobs: [] };
}

/** The proof of another maker's reasoning travels in the same field, so that it comes back; that there is none does too. */
export function reasoningItem(id: string, text: string, signature: Signature | undefined): Item {
  const own = signature?.dialect === 'openai-responses';
  return {
    id,
    type: 'reasoning',
    summary: text === '' ? [] : [{ type: 'summary_text', text }],
    encrypted_content: own ? signature.value : packSignature(signature),
  };
}

/** Calls have no place for the proof that other makers' have: it travels in reasoning without words that names the call. */
export function callProof(callId: string, signature: Signature): Item {
  return reasoningItem(newId('rs_'), '', { ...signature, id: callId });
}

export function callItem(id: string, status: string, call: ToolCallPart): Item {
  const { id: call_id, name } = call;
  return call.custom
    ? { id, type: 'custom_tool_call', status, call_id, name, input: call.arguments }
    : { id, type: 'function_call', status, call_id, name, arguments: call.arguments };
}

export function pictureItem(base64: string): Item {
  return { id: newId('ig_'), type: 'image_generation_call', status: 'completed', result: base64 };
}
