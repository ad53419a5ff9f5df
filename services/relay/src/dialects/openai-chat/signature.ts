import type { Json, ReasoningPart, Signature } from '../canonical.ts';
import { isDialectName } from '../is-dialect-name.ts';
import { isObject } from '../json.ts';

/**
 * Where OpenAI's format has no place for the proofs that other models put into their answers: Gemini's stands in
 * `extra_content.google.thought_signature` of a call (the convention of Google's own OpenAI surface), whatever belongs to
 * reasoning in `reasoning_details` of the message. Clients that keep both send them back.
 */
export function writeCallSignature(signature: Signature | undefined): Json {
  return signature?.dialect === 'gemini' ? { extra_content: { google: { thought_signature: signature.value } } } : {};
}

export function readCallSignature(call: Json): Signature | undefined {
  const google = isObject(call.extra_content) ? call.extra_content.google : undefined;
  const value = isObject(google) ? google.thought_signature : undefined;
  return typeof value === 'string' && value !== '' ? { dialect: 'gemini', value } : undefined;
}

/** An entry of `reasoning_details`; undefined for reasoning that nobody has to prove. */
export function writeReasoningDetail({ text, signature }: ReasoningPart): Json | undefined {
  if (!signature) return undefined;
  return {
    type: signature.redacted ? 'reasoning.encrypted' : 'reasoning.text',
    ...(signature.redacted ? { data: signature.value } : { text, signature: signature.value }),
    format: signature.dialect,
    ...(signature.id !== undefined && { id: signature.id }),
  };
}

export function readReasoningDetail(detail: unknown): ReasoningPart[] {
  if (!isObject(detail) || !isDialectName(detail.format)) return [];
  const redacted = detail.type === 'reasoning.encrypted';
  const value = redacted ? detail.data : detail.signature;
  if (typeof value !== 'string') return [];
  const signature: Signature = {
    dialect: detail.format,
    value,
    ...(redacted && { redacted }),
    ...(typeof detail.id === 'string' && { id: detail.id }),
  };
  return [{ type: 'reasoning', text: typeof detail.text === 'string' ? detail.text : '', signature }];
}
