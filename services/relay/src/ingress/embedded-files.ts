const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const dataUrl = Buffer.from(';base64,');
const dataMember = Buffer.from('"data":');
const dataScheme = Buffer.from('data:');
/** Of a data URL, in front of its content. */
const longestMediaType = 256;
/** Shorter members called data are hardly files. */
const leastFileBytes = 256;
/** A text of which a hundredth is no base64 passes once in thirty thousand times; what is base64 might be a file. */
const mostProbes = 1_024;
/** Looked at in any case: a data URL in a member called data is counted once. */
const surelyProbed = 64;
/** By byte, in both alphabets; with the escapes of slashes and line ends. */
const isBase64Byte = new Uint8Array(256);
for (const sign of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=\\'))
  isBase64Byte[sign] = 1;

/**
 * Files in JSON text: how many, and their bytes as they stand there. In data URLs (OpenAI) or in members called data (Anthropic,
 * Gemini, sound); what else looks like one costs what a text costs.
 */
export function embeddedFiles(text: Buffer): { count: number; bytes: number } {
  const urls = measure(text, dataUrl, false, 1);
  const members = measure(text, dataMember, true, leastFileBytes);
  return { count: urls.count + members.count, bytes: urls.bytes + members.bytes };
}

/** Base64 of at least `leastBytes` behind a mark, up to its closing quote; `quoted`: its opening quote comes first. */
function measure(text: Buffer, mark: Buffer, quoted: boolean, leastBytes: number): { count: number; bytes: number } {
  let count = 0;
  let bytes = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at)) {
    let start = at + mark.length;
    if (quoted) while (text[start] === space) start++;
    if (quoted ? text[start] !== quote : !isDataUrl(text, at)) {
      at = start;
      continue;
    }
    if (quoted) start++;
    const close = text.indexOf(quote, start);
    const end = close < 0 ? text.length : close;
    if (end - start >= leastBytes && isBase64(text, start, end)) {
      count++;
      bytes += end - start;
    }
    at = end;
  }
  return { count, bytes };
}

/** Whether the string in which `;base64,` stands at `at` begins with `data:`. */
function isDataUrl(text: Buffer, at: number): boolean {
  const from = Math.max(0, at - longestMediaType);
  const open = from + text.subarray(from, at).lastIndexOf(quote);
  if (open < from || text[open - 1] === backslash) return false;
  return text.compare(dataScheme, 0, dataScheme.length, open + 1, open + 1 + dataScheme.length) === 0;
}

/** Of a long text at places that nobody can know, so that nobody can spare them. */
function isBase64(text: Buffer, start: number, end: number): boolean {
  const length = end - start;
  const every = length <= mostProbes;
  for (let i = 0; i < Math.min(length, mostProbes); i++) {
    const at = start + (every || i < surelyProbed ? i : Math.floor(Math.random() * length));
    if (isBase64Byte[text[at] as number] === 0) return false;
  }
  return true;
}
