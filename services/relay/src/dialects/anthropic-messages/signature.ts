import type { DialectName, Signature } from '../canonical.ts';
import { isObject } from '../json.ts';
import { parseJson } from '../parse-json.ts';

/** No signature of Anthropic's begins like this: theirs are base64. */
const prefix = 'switchyard.';
const dialects = new Set<string>(['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini']);

/**
 * The `signature` of a thinking block for a client. Clients want one on every block and send it back as it came, so that of
 * another dialect travels inside ours.
 */
export function packSignature(signature: Signature | undefined): string {
  if (signature?.dialect === 'anthropic-messages' && !signature.redacted) return signature.value;
  return signature ? prefix + Buffer.from(JSON.stringify(signature)).toString('base64url') : prefix;
}

/** What a client sent back: the signature that was packed, Anthropic's own, or none. */
export function unpackSignature(text: string): Signature | undefined {
  if (text === '') return undefined;
  if (!text.startsWith(prefix)) return { dialect: 'anthropic-messages', value: text };
  const packed = parseJson(Buffer.from(text.slice(prefix.length), 'base64url').toString('utf8'));
  if (!isObject(packed) || typeof packed.value !== 'string' || !dialects.has(String(packed.dialect))) return undefined;
  return {
    dialect: packed.dialect as DialectName,
    value: packed.value,
    ...(packed.redacted === true ? { redacted: true } : {}),
    ...(typeof packed.id === 'string' ? { id: packed.id } : {}),
  };
}
