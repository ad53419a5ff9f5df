import type { Relay } from '../../context.ts';
import { readEvent } from '../../dialects/openai-realtime/events.ts';
import { DialTimedOut, dial, NotUpgraded } from '../../egress/dial.ts';
import { type Failure, readRefusal, readThrown, timedOut, unusable } from '../../egress/failure.ts';
import type { SocketEnd } from '../../egress/socket-end.ts';
import type { Endpoint } from '../../providers/provider.ts';
import type { Channel } from '../../routing/channel.ts';

export interface Call {
  /** As the client named it. */
  readonly model: string;
  readonly headers: readonly string[];
  readonly signal: AbortSignal;
}

/** `status`: of the upgrade; 0 when none was answered. */
export type Reached =
  | { readonly host: SocketEnd; readonly status: number }
  | { readonly host?: never; readonly failure: Failure; readonly status: number };

/** Nobody waits longer to be greeted, whatever a channel allows a model that thinks. */
const mostGreetingMs = 30_000;

/** Opens a session at a channel's host and waits for its greeting: an error instead of it is a failure. */
export async function reach(relay: Relay, channel: Channel, endpoint: Endpoint, call: Call): Promise<Reached> {
  try {
    const socket = relay.openWebSocket(await channel.prepareSocket(endpoint, call.model, call.headers));
    const host = await dial(socket, Math.min(channel.timeouts.firstByteMs, mostGreetingMs), call.signal);
    const greeting = host.first && readEvent(host.first.data);
    const error = greeting?.type === 'error' ? endpoint.dialect.errorIn(greeting) : undefined;
    if (!error) return { host, status: 101 };
    host.close(1000);
    return { failure: unusable(error.message, error), status: 101 };
  } catch (error) {
    if (!(error instanceof NotUpgraded)) {
      return { failure: error instanceof DialTimedOut ? timedOut('its greeting') : readThrown(error), status: 0 };
    }
    const { status, headers, body } = error;
    const failure =
      status >= 300
        ? readRefusal(endpoint.dialect, channel, status, headers, body)
        : unusable('it did not upgrade the connection');
    return { failure, status };
  }
}
