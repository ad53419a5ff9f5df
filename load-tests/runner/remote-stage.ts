import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Stage } from './stage.ts';

const Self = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ id: Type.Integer(), quota: Type.Integer(), used_quota: Type.Integer() }),
});
/** For charges that are still on their way. */
const settlingMs = 10_000;

/**
 * A gateway that runs elsewhere. It needs LOAD_KEYS, and LOAD_MODEL with a model that it serves. With the access token of
 * the keys' owner (LOAD_ACCESS_TOKEN, LOAD_USER_ID) the balance must have fallen by what the account used.
 */
export async function remoteStage(address: string): Promise<Stage> {
  const { LOAD_KEYS: keys, LOAD_ACCESS_TOKEN: token, LOAD_USER_ID: id } = process.env;
  if (!keys) throw new Error('Set LOAD_KEYS to a key of that gateway, or to several with commas.');
  const read = async () => {
    const reply = await fetch(`${address}/api/user/self`, {
      headers: { authorization: `Bearer ${token}`, 'new-api-user': id ?? '' },
    });
    return Value.Parse(Self, await reply.json()).data;
  };
  const before = token ? await read() : undefined;
  const console_ = token ? { LOAD_CONSOLE: address, LOAD_ACCOUNTS: JSON.stringify([{ id: Number(id), token }]) } : {};
  return {
    env: { LOAD_ADDRESSES: address, LOAD_KEYS: keys, ...console_ },
    watchCost: () => () => [],
    async checkMoney() {
      if (!before) return ['not compared: set LOAD_ACCESS_TOKEN and LOAD_USER_ID to those of the owner of the keys'];
      await sleep(settlingMs);
      const after = await read();
      const [fell, used] = [before.quota - after.quota, after.used_quota - before.used_quota];
      assert.equal(fell, used, 'the balance fell by what was used');
      return [`the balance fell by ${fell}, which is what the account used`];
    },
    stop: async () => {},
  };
}
