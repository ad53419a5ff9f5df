import type { Signature } from '../canonical.ts';
import { packSignature as pack, unpackSignature as unpack } from '../packed-signature.ts';

/**
 * The `signature` of a thinking block for a client. Clients want one on every block and send it back as it came, so that of
 * another dialect travels inside ours.
 */
export function packSignature(signature: Signature | undefined): string {
  if (signature?.dialect === 'anthropic-messages' && !signature.redacted) return signature.value;
  return pack(signature);
}

/** What a client sent back: the signature that was packed, Anthropic's own, or none. */
export function unpackSignature(text: string): Signature | undefined {
  return unpack(text, 'anthropic-messages');
}

/** Only what Anthropic hides: what others hide travels in the signature of an empty block. */
export function isRedacted({ signature }: { readonly signature?: Signature | undefined }): boolean {
  return signature?.redacted === true && signature.dialect === 'anthropic-messages';
}
