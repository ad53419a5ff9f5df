import { type GuardedRequest, guardedFetch } from '@switchyard/http';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/**
 * Calls a provider, within the bounds of guardedFetch (10 s, 1 MiB, no redirects), and reads the fields of `schema` whatever the
 * status: some refuse with 200, others with 400. Throws, without anything that was sent or answered, when that fails.
 */
export async function fetchJson<Schema extends TSchema>(
  schema: Schema,
  address: string,
  request: GuardedRequest,
): Promise<Static<Schema>> {
  const { status, body } = await guardedFetch(address, request);
  const answer = parse(body);
  if (!Value.Check(schema, answer))
    throw new Error(`${new URL(address).host} answered ${status} without what is needed`);
  return answer;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
