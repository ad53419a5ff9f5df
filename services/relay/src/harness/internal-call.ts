import assert from 'node:assert/strict';
import type { TestGateway } from './gateway.ts';

/** A call of the console to the relay, which answers 200. */
export async function internalCall(gateway: TestGateway, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${gateway.url}/internal/${path}`, {
    method: 'POST',
    headers: { 'x-switchyard-internal': gateway.keys.internalToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Record<string, unknown>;
}

/** What an operator hears who tests the channel that serves the model. */
export async function testedChannel(gateway: TestGateway, model: string) {
  const { channel_id: channelId } = await gateway.db
    .selectFrom('abilities')
    .select('channel_id')
    .where('model', '=', model)
    .executeTakeFirstOrThrow();
  const { success, message } = await internalCall(gateway, 'channels/test', { channelId, model });
  return { success, message };
}
