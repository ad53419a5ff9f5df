import type { FastifyRequest } from 'fastify';
import { refusalOf } from '../auth/caller.ts';
import { readKey } from '../auth/key.ts';
import type { Relay } from '../context.ts';
import { refuse } from '../errors.ts';
import type { Admitted } from './openai/serve.ts';

/** Who calls and whether that caller may: before a byte of the body is read. Throws the refusal. */
export async function authenticate(relay: Relay, request: FastifyRequest): Promise<Admitted> {
  const { key, channelId } = readKey(request.headers);
  const snapshot = relay.snapshots.current;
  if (!snapshot) throw refuse('unavailable', 'the configuration is being read');
  const found = relay.directory.find(key);
  const caller = found instanceof Promise ? await found.catch((error) => cannotRead(relay, error)) : found;
  if (!caller) throw refuse('invalid_key');
  const refusal = refusalOf(caller, {
    nowMs: Date.now(),
    ip: request.ip,
    channelId,
    usableGroups: snapshot.usableGroups,
    groups: snapshot.groups,
  });
  if (refusal) throw refusal;
  return { caller, channelId, snapshot };
}

function cannotRead(relay: Relay, error: unknown): never {
  relay.log.error({ err: error }, 'a key cannot be looked up');
  throw refuse('unavailable', 'API keys cannot be checked');
}
