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

/** Events one by one, each with its blank line. Looked for by line ends: a pattern looks at every byte of a long line several times. */
export function splitEvents(text: string): string[] {
  const events: string[] = [];
  let start = 0;
  for (
    let lineStart = 0, end = text.indexOf('\n');
    end >= 0;
    lineStart = end + 1, end = text.indexOf('\n', lineStart)
  ) {
    if (lineStart === start || !isBlank(text, lineStart, end)) continue;
    events.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) events.push(text.slice(start));
  return events;
}

/** The `data` of each event in a text of events; comments and other fields are left out, several lines are joined. */
export function eventPayloads(text: string): string[] {
  const payloads: string[] = [];
  let data: string | undefined;
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (text.startsWith('data:', start)) {
      const value = text.slice(start + (text[start + 5] === ' ' ? 6 : 5), text[end - 1] === '\r' ? end - 1 : end);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (data !== undefined && isBlank(text, start, end)) {
      payloads.push(data);
      data = undefined;
    }
    start = end + 1;
  }
  if (data !== undefined) payloads.push(data);
  return payloads;
}

function isBlank(text: string, start: number, end: number): boolean {
  return end === start || (end === start + 1 && text[start] === '\r');
}
