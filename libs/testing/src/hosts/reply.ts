import type { HostReply } from './host.ts';

export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): HostReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** One server-sent event; `name` becomes its `event` line. */
export interface ServerSentEvent {
  readonly name?: string;
  /** Written as JSON unless it is text. */
  readonly data: unknown;
}

/** Events as a stream of server-sent events (WHATWG HTML), lines ending as `lineEnd` says. */
export function eventsReply(events: readonly ServerSentEvent[], lineEnd = '\n'): HostReply {
  const body = events.map(({ name, data }) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return `${name === undefined ? '' : `event: ${name}${lineEnd}`}data: ${text}${lineEnd}${lineEnd}`;
  });
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    body: body.join(''),
  };
}
