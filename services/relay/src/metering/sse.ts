const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Does the chunk end with a blank line, in LF or CRLF? (WHATWG HTML, server-sent events) */
export function isEventEnd(bytes: Buffer): boolean {
  const last = bytes.length - 1;
  if (bytes[last] !== lineFeed) return false;
  if (bytes[last - 1] === lineFeed) return true;
  return bytes[last - 1] === carriageReturn && bytes[last - 2] === lineFeed;
}

const blankLine = Buffer.from('\n\n');
const blankLineWithReturn = Buffer.from('\n\r\n');

/** Index behind the last blank line; 0 when there is none. */
export function lastEventEnd(bytes: Buffer): number {
  const plain = bytes.lastIndexOf(blankLine);
  const withReturn = bytes.lastIndexOf(blankLineWithReturn);
  return Math.max(
    plain < 0 ? 0 : plain + blankLine.length,
    withReturn < 0 ? 0 : withReturn + blankLineWithReturn.length,
  );
}

/** The `data` of each event in a text of events; comments and other fields are left out, several lines are joined. */
export function eventPayloads(text: string): string[] {
  const payloads: string[] = [];
  for (const event of text.split(/\r?\n\r?\n/)) {
    const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
    if (lines.length > 0) payloads.push(lines.map((line) => line.slice(line[5] === ' ' ? 6 : 5)).join('\n'));
  }
  return payloads;
}
