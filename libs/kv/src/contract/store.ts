import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Bench } from './harness.ts';

/** What concerns the store as a whole. */
export function storeContract(bench: () => Bench): void {
  it('keeps the first mark of an epoch', async () => {
    const { epoch } = bench().kv;
    assert.equal(await epoch.read(), undefined);
    assert.equal(await epoch.open('first'), 'first');
    assert.equal(await epoch.open('second'), 'first');
    assert.equal(await epoch.read(), 'first');
  });

  it('counts and names the relays that live', async () => {
    const { kv, clock } = bench();
    assert.deepEqual(await kv.relays.present(), []);
    assert.equal(await kv.relays.beat('a', 1000), 1);
    assert.equal(await kv.relays.beat('b', 2000), 2);
    assert.deepEqual(await kv.relays.present(), ['a', 'b']);
    clock.pass(1000);
    assert.deepEqual(await kv.relays.present(), ['b']);
    assert.equal(await kv.relays.beat('b', 2000), 1);
    assert.equal(await kv.relays.beat('a', 1000), 2);
    await kv.relays.leave('b');
    await kv.relays.leave('b');
    assert.equal(await kv.relays.beat('a', 1000), 1);
  });

  it('answers a ping', async () => {
    await bench().kv.ping();
  });
}
