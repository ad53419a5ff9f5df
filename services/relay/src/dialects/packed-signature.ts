import type { DialectName, Signature } from './canonical.ts';
import { isDialectName } from './is-dialect-name.ts';
import { isObject } from './json.ts';
import { parseJson } from './parse-json.ts';

/** No model's own signature begins like this: theirs are base64. */
const prefix = 'switchyard.';
/** What the JSON text of a packed signature begins with. */
export const packedBytes = Buffer.from(`"${prefix}`);

/** A signature of another dialect, or none, for the field that clients of this one send back as it came. */
export function packSignature(signature: Signature | undefined): string {
  return signature ? prefix + Buffer.from(JSON.stringify(signature)).toString('base64url') : prefix;
}

/** What a client sent back: the signature that was packed, one of the client's own dialect, or none. */
export function unpackSignature(text: string, own: DialectName): Signature | undefined {
  if (text === '') return undefined;
  if (!text.startsWith(prefix)) return { dialect: own, value: text };
  const packed = parseJson(Buffer.from(text.slice(prefix.length), 'base64url').toString('utf8'));
  if (!isObject(packed) || typeof packed.value !== 'string' || !isDialectName(packed.dialect)) return undefined;
  return {
    dialect: packed.dialect,
    value: packed.value,
    ...(packed.redacted === true && { redacted: true }),
    ...(typeof packed.id === 'string' && { id: packed.id }),
  };
}
