declare const bytes: unique symbol;

/**
 * Bytes as a text in which each character is one of them (latin1). The pieces of a stream are short, and such a text is searched, kept and
 * written at a fraction of what a Buffer costs.
 */
export type ByteText = string & { readonly [bytes]: true };

export function readBytes(bytes: Buffer): ByteText {
  return bytes.toString('latin1') as ByteText;
}

/** In memory of their own: in Node's pool, bytes that wait or are kept would hold on to 64 KiB that others have left. */
export function writeBytes(text: ByteText): Buffer {
  const bytes = Buffer.allocUnsafeSlow(text.length);
  bytes.write(text, 'latin1');
  return bytes;
}

/** The bytes of a text in UTF-8. */
export function encodeText(text: string): ByteText {
  return (isAscii(text) ? text : Buffer.from(text).toString('latin1')) as ByteText;
}

/** The text whose bytes in UTF-8 these are. */
export function decodeText(bytes: ByteText): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Any other character has more than one byte in UTF-8. A pattern takes three times as long to say so. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
