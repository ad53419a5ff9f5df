/** Does it end with a blank line, in LF or CRLF? (WHATWG HTML, server-sent events) */
export function isEventEnd(text: string): boolean {
  return text.endsWith('\n\n') || text.endsWith('\n\r\n');
}

/** Index behind the last blank line; 0 when there is none. */
export function lastEventEnd(text: string): number {
  const plain = text.lastIndexOf('\n\n');
  // Forwards one character is found in no time, backwards each is looked at.
  const withReturn = text.includes('\r') ? text.lastIndexOf('\n\r\n') : -1;
  return Math.max(plain < 0 ? 0 : plain + 2, withReturn < 0 ? 0 : withReturn + 3);
}

/**
 * Events one by one, each with its blank line; a blank line too many is one that says nothing. Line ends are looked for: a pattern looks at
 * every byte of a long line several times.
 */
export function splitEvents<T extends string>(text: T): T[] {
  const events: T[] = [];
  let start = 0;
  for (
    let lineStart = 0, end = text.indexOf('\n');
    end >= 0;
    lineStart = end + 1, end = text.indexOf('\n', lineStart)
  ) {
    if (!isBlank(text, lineStart, end)) continue;
    events.push(text.slice(start, end + 1) as T);
    start = end + 1;
  }
  if (start < text.length) events.push(text.slice(start) as T);
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
