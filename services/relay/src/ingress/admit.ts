import { type Caller, refusalOf } from '../auth/caller.ts';
import { type PresentedKey, readCredential } from '../auth/key.ts';
import type { Relay } from '../context.ts';
import { refuse } from '../errors.ts';
import type { RoutingSnapshot } from '../routing/snapshot.ts';
import { clientIp } from './client-ip.ts';
import type { Incoming } from './incoming.ts';

/** What stands behind every request once its key was read. */
export interface Admitted {
  readonly caller: Caller;
  readonly channelId: number | undefined;
  readonly ip: string;
  readonly snapshot: RoutingSnapshot;
}

/**
 * Who calls and whether that caller may: before a byte of the body is read. `done` hears of the refusal or the caller, at once
 * for a key that is known.
 */
export function authenticate(
  relay: Relay,
  request: Incoming,
  done: (error?: Error, admitted?: Admitted) => void,
): void {
  try {
    const credential = request.credential ?? readCredential(request.headers, request.url);
    const { presented } = credential;
    const snapshot = relay.snapshots.current;
    if (!snapshot) throw refuse('unavailable', 'the configuration is being read');
    const found = relay.directory.find(credential);
    if (!(found instanceof Promise)) {
      done(undefined, admit(presented, found, snapshot, clientIp(request, relay.trust)));
      return;
    }
    found
      .catch((error) => {
        relay.log.error({ err: error }, 'a key cannot be looked up');
        throw refuse('unavailable', 'API keys cannot be checked');
      })
      .then((caller) => admit(presented, caller, snapshot, clientIp(request, relay.trust)))
      .then((admitted) => done(undefined, admitted), done);
  } catch (error) {
    done(error as Error);
  }
}

/** Throws the refusal. */
function admit(
  { channelId }: PresentedKey,
  caller: Caller | undefined,
  snapshot: RoutingSnapshot,
  ip: string,
): Admitted {
  if (!caller) throw refuse('invalid_key');
  const { usableGroups, groups } = snapshot;
  const refusal = refusalOf(caller, { nowMs: Date.now(), ip, channelId, usableGroups, groups });
  if (refusal) throw refusal;
  return { caller, channelId, ip, snapshot };
}
