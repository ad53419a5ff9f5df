const quote = 0x22;
const backslash = 0x5c;
const zero = 0x30;
/** Whole numbers with so many digits are exact. */
const mostDigits = 15;
/** Longer texts are none of these. */
const longestText = 64;

/**
 * A short text of printable ASCII without escapes, or a whole number, as JSON in `bytes[start..end)`; undefined for everything else, which
 * JSON.parse must read. Names of models and limits of tokens are such, in every request.
 */
export function readPlain(bytes: Buffer, start: number, end: number): string | number | undefined {
  const length = end - start;
  if (bytes[start] === quote) {
    const isShort = length >= 2 && length <= longestText && bytes[end - 1] === quote;
    return isShort ? readText(bytes, start + 1, end - 1) : undefined;
  }
  if (length === 0 || length > mostDigits || (bytes[start] === zero && length > 1)) return undefined;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - zero;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

function readText(bytes: Buffer, start: number, end: number): string | undefined {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x20 || byte > 0x7e || byte === backslash || byte === quote) return undefined;
  }
  return bytes.toString('latin1', start, end);
}
