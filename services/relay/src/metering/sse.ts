const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Does the chunk end with a blank line, in LF or CRLF? (WHATWG HTML, server-sent events) */
export function isEventEnd(bytes: Buffer): boolean {
  const last = bytes.length - 1;
  if (bytes[last] !== lineFeed) return false;
  if (bytes[last - 1] === lineFeed) return true;
  return bytes[last - 1] === carriageReturn && bytes[last - 2] === lineFeed;
}

/** Index behind the last blank line; 0 when there is none. */
export function lastEventEnd(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at--) {
    if (bytes[at] !== lineFeed) continue;
    if (bytes[at - 1] === lineFeed) return at + 1;
    if (bytes[at - 1] === carriageReturn && bytes[at - 2] === lineFeed) return at + 1;
  }
  return 0;
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
