import type { Json, Signature } from '../canonical.ts';
import { textMember } from './members.ts';

/** Stands for the signature of a call that no Gemini made, or whose signature is lost (Google's documented word). */
export const unknownSignature = 'skip_thought_signature_validator';

/** The `thoughtSignature` of a part; undefined when it has none. */
export function readSignature(part: Json): Signature | undefined {
  const value = textMember(part, 'thoughtSignature');
  return value === '' || value === unknownSignature ? undefined : { dialect: 'gemini', value };
}

/** `thoughtSignature` for a part; nothing for signatures of other makers. */
export function writeSignature(signature: Signature | undefined): { thoughtSignature?: string } {
  return signature?.dialect === 'gemini' ? { thoughtSignature: signature.value } : {};
}
