import assert from 'node:assert/strict';
import { it } from 'node:test';
import { account, type Bench, token, walletOf } from './harness.ts';

/** How a hold ends: spent, journaled, closed, expired, or registered again. */
export function settlementContract(bench: () => Bench): void {
  it('keeps what was spent held until the journal has it, then forgets the hold', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(1000), [token(7, 500)]);
    await wallet.hold('a', 100);
    await wallet.close('a', 80);
    assert.equal(await wallet.held(), 80);
    await wallet.apply(account(950, 2), { a: 50 }, [token(7, 450, 2)]);
    assert.equal(await wallet.held(), 30);
    await wallet.apply(account(920, 3), { a: 80 }, [token(7, 420, 3)]);
    assert.deepEqual(await wallet.read(), {
      account: account(920, 3),
      held: 0,
      tokens: [{ id: 7, held: 0, state: token(7, 420, 3) }],
      holds: [],
    });
  });

  it('does not forget an open hold that is journaled in full', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(1000));
    await wallet.hold('a', 100);
    await wallet.apply(account(900, 2), { a: 100 });
    assert.equal((await wallet.read())?.holds.length, 1);
    assert.deepEqual(await wallet.hold('a', 150), { status: 'granted', total: 150 });
    assert.equal(await wallet.held(), 50);
    await wallet.close('a', 100);
    assert.deepEqual((await wallet.read())?.holds, []);
  });

  it('raises what is journaled and never lowers it', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(1000));
    await wallet.hold('a', 100);
    await wallet.apply(account(930, 3), { a: 70 });
    await wallet.apply(account(980, 2), { a: 20 });
    assert.equal((await wallet.read())?.holds[0]?.journaled, 70);
    assert.equal(await wallet.held(), 30);
  });

  it('never holds a negative amount when more is journaled or spent than was held', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(1000));
    await wallet.hold('a', 100);
    await wallet.apply(account(880, 2), { a: 120 });
    assert.equal(await wallet.held(), 0);
    await wallet.renew('a', 150);
    assert.equal(await wallet.held(), 30);
    assert.equal((await wallet.read())?.holds[0]?.total, 150);
  });

  it('ignores holds it does not know', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(1000));
    const before = await wallet.read();
    await wallet.close('a', 80);
    await wallet.apply(account(1000, 1), { a: 80 });
    assert.deepEqual(await wallet.renew('a', 80), ['a']);
    assert.deepEqual(await wallet.read(), before);
  });

  it('closes with the final figure, whatever renewals noted before or say later', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(1000));
    await wallet.hold('a', 100);
    await wallet.renew('a', 80);
    for (let again = 0; again < 2; again += 1) {
      await wallet.close('a', 60);
      assert.deepEqual(await wallet.renew('a', 90), ['a']);
      assert.equal(await wallet.held(), 60);
    }
    await wallet.apply(account(940, 2), { a: 60 });
    assert.equal(await wallet.held(), 0);
  });

  it('corrects an expired hold when its relay is back and closes it, up and down', async () => {
    const { clock } = bench();
    for (const spent of [10, 50]) {
      const wallet = walletOf(bench());
      await wallet.load(account(1000));
      await wallet.hold('a', 100, { expiresAt: clock.now() + 10 });
      await wallet.renew('a', 30, clock.now() + 10);
      clock.pass(10);
      assert.equal(await wallet.held(), 30);
      await wallet.close('a', spent);
      assert.equal(await wallet.held(), spent);
    }
  });

  it('cuts an expired hold to what was last known to be spent, at the next call of any kind', async () => {
    const { clock } = bench();
    for (const call of ['hold', 'renew', 'close', 'load', 'apply', 'read'] as const) {
      const wallet = walletOf(bench());
      await wallet.load(account(100), [token(7, 100)]);
      await wallet.hold('a', 100, { tokenLimited: true, expiresAt: clock.now() + 1000 });
      await wallet.renew('a', 30, clock.now() + 2000);
      clock.pass(1999);
      assert.deepEqual(await wallet.hold('b', 1), { status: 'user_exhausted', available: 0 });
      clock.pass(1);
      if (call === 'hold') assert.deepEqual(await wallet.hold('b', 71), { status: 'user_exhausted', available: 70 });
      if (call === 'renew') assert.deepEqual(await wallet.renew('b', 0), ['b']);
      if (call === 'close') await wallet.close('b', 0);
      if (call === 'load') await wallet.load(account(100, 0));
      if (call === 'apply') await wallet.apply(account(100, 0));
      const state = await wallet.read();
      assert.equal(state?.held, 30, call);
      assert.equal(state.tokens[0]?.held, 30, call);
      assert.deepEqual([state.holds[0]?.closed, state.holds[0]?.total], [true, 30], call);
    }
  });

  it('forgets an expired hold that spent nothing', async () => {
    const { clock } = bench();
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    await wallet.hold('a', 100, { expiresAt: clock.now() + 10 });
    clock.pass(10);
    assert.deepEqual(await wallet.read(), { account: account(100), held: 0, tokens: [], holds: [] });
  });

  it('lets no hold expire that is renewed, and no later call shorten its life', async () => {
    const { clock } = bench();
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    await wallet.hold('a', 100, { expiresAt: clock.now() + 1000 });
    await wallet.hold('a', 100, { expiresAt: clock.now() + 10 });
    clock.pass(999);
    assert.deepEqual(await wallet.renew('a', 0, clock.now() + 1000), []);
    clock.pass(999);
    assert.equal(await wallet.held(), 100);
  });

  it('tells a relay which of its holds are not open, and renews the others', async () => {
    const { clock } = bench();
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    await wallet.hold('a', 50, { expiresAt: clock.now() + 10 });
    await wallet.renew('a', 5, clock.now() + 10);
    await wallet.hold('b', 50);
    clock.pass(10);
    const renewals = [
      { id: 'a', spent: 20 },
      { id: 'b', spent: 1 },
      { id: 'c', spent: 1 },
    ];
    assert.deepEqual(await bench().kv.wallet.renew(wallet.userId, renewals, clock.now() + 10), ['a', 'c']);
    assert.equal(await wallet.held(), 55);
  });

  it('opens a closed hold again only as far as the balance allows', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    await wallet.hold('a', 60);
    await wallet.close('a', 20);
    await wallet.hold('b', 50);
    assert.deepEqual(await wallet.hold('a', 60), { status: 'user_exhausted', available: 30 });
    assert.equal((await wallet.read())?.holds[0]?.closed, true);
    assert.deepEqual(await wallet.hold('a', 50), { status: 'granted', total: 50 });
    assert.deepEqual(await wallet.renew('a', 20), []);
    assert.equal(await wallet.held(), 100);
  });

  it('registers an earlier hold by force: unasked, cold, frozen or closed', async () => {
    const cold = walletOf(bench());
    assert.deepEqual(await cold.hold('a', 60, { force: true }), { status: 'granted', total: 60 });
    assert.deepEqual((await cold.read())?.tokens, [{ id: 7, held: 60, state: undefined }]);
    await cold.load(account(50));
    assert.deepEqual(await cold.hold('b', 1), { status: 'user_exhausted', available: -10 });

    const frozen = walletOf(bench());
    await frozen.load(account(50));
    await frozen.hold('a', 50);
    await frozen.close('a', 10);
    await frozen.apply(account(50, 2, true));
    assert.deepEqual(await frozen.hold('a', 90, { force: true }), { status: 'granted', total: 90 });
    assert.deepEqual(await frozen.hold('a', 40, { force: true }), { status: 'granted', total: 90 });
    assert.equal((await frozen.read())?.holds[0]?.closed, false);
    assert.equal(await frozen.held(), 90);
  });
}
