import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type GuardedRequest, guardedFetch } from './guarded-fetch.ts';

/**
 * Calls an address within the bounds of guardedFetch and reads its JSON answer, whatever its status: some refuse with 200, others with
 * 400. Rejects when there is none or when it has not the shape. Errors name the host alone: addresses may carry keys, answers tokens.
 */
export async function fetchJson<Schema extends TSchema>(
  schema: Schema,
  address: string,
  request: GuardedRequest,
): Promise<Static<Schema>> {
  const { status, answer } = await fetchStatusAndJson(address, request);
  if (!Value.Check(schema, answer))
    throw new Error(`${new URL(address).host} answered ${status} without what is needed`);
  return answer;
}

/** Calls an address for its status and the JSON with it, undefined when that is none. Rejects when there is no answer. */
export async function fetchStatusAndJson(
  address: string,
  request: GuardedRequest,
): Promise<{ readonly status: number; readonly answer: unknown }> {
  const { status, body } = await guardedFetch(address, request);
  return { status, answer: parseJson(body.toString()) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
