import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountState, HoldResult, TokenState } from '../wallet.ts';
import { account, type Bench, token, walletOf } from './harness.ts';

/** What may be held, and which balance counts. */
export function balanceContract(bench: () => Bench): void {
  it('knows nothing of a user before the first call', async () => {
    assert.equal(await walletOf(bench()).read(), undefined);
  });

  it('holds up to the balance and not one quota more', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    assert.deepEqual(await wallet.hold('a', 60), { status: 'granted', total: 60 });
    assert.deepEqual(await wallet.hold('b', 41), { status: 'user_exhausted', available: 40 });
    assert.deepEqual(await wallet.hold('b', 40), { status: 'granted', total: 40 });
    assert.deepEqual(await wallet.hold('c', 1), { status: 'user_exhausted', available: 0 });
    assert.equal(await wallet.held(), 100);
  });

  it('takes the same hold once, however often it is asked for, and raises it to a greater total only', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    for (const total of [60, 60, 30]) assert.deepEqual(await wallet.hold('a', total), { status: 'granted', total: 60 });
    assert.deepEqual(await wallet.hold('a', 100), { status: 'granted', total: 100 });
    assert.equal(await wallet.held(), 100);
  });

  it('leaves everything as it was when it refuses', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(100), [token(7, 50)]);
    await wallet.hold('a', 40, { tokenLimited: true });
    const before = await wallet.read();
    await wallet.hold('a', 101);
    await wallet.hold('a', 51, { tokenLimited: true });
    await wallet.hold('b', 61);
    assert.deepEqual(await wallet.read(), before);
  });

  it('keeps a limited token within its remainder and an unlimited one within the balance alone', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(100), [token(7, 50)]);
    assert.deepEqual(await wallet.hold('a', 51, { tokenLimited: true }), { status: 'token_exhausted', available: 50 });
    assert.deepEqual(await wallet.hold('a', 51), { status: 'granted', total: 51 });
    assert.deepEqual(await wallet.hold('b', 50, { tokenLimited: true }), { status: 'user_exhausted', available: 49 });
  });

  it('counts a hold against its token although the token was unlimited then', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    await wallet.hold('a', 30);
    await wallet.load(account(100), [token(7, 50)]);
    assert.deepEqual(await wallet.hold('b', 21, { tokenLimited: true }), { status: 'token_exhausted', available: 20 });
    assert.deepEqual((await wallet.read())?.tokens, [{ id: 7, held: 30, state: token(7, 50) }]);
  });

  it('takes a share of what is left as spare, once, within max, token and balance', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(1000), [token(7, 300)]);
    const spare = { share: 0.25, max: 1000 };
    assert.deepEqual(await wallet.hold('a', 103, { spare }), { status: 'granted', total: 327 });
    assert.deepEqual(await wallet.hold('a', 103, { spare }), { status: 'granted', total: 327 });
    assert.deepEqual(await wallet.hold('b', 0, { spare: { share: 0.25, max: 9 } }), { status: 'granted', total: 9 });
    await wallet.load(account(1000, 2), [token(8, 40)]);
    const limited = { tokenId: 8, tokenLimited: true, spare: { share: 5, max: 1000 } };
    assert.deepEqual(await wallet.hold('c', 10, limited), { status: 'granted', total: 40 });
  });

  it('is cold until user and, when limited, token are loaded', async () => {
    const wallet = walletOf(bench());
    assertCold(await wallet.hold('a', 0), 'account');
    await wallet.load(account(100));
    assertCold(await wallet.hold('a', 1, { tokenLimited: true }), 'token');
    assert.deepEqual(await wallet.hold('a', 1), { status: 'granted', total: 1 });
    await wallet.load(account(100), [token(7, 10)]);
    assert.deepEqual(await wallet.hold('b', 1, { tokenLimited: true }), { status: 'granted', total: 1 });
  });

  it('takes a balance from the store alone whose cold answer asked for it', async () => {
    const { kv } = bench();
    const wallet = walletOf(bench());
    await kv.wallet.load(wallet.userId, account(100), [], 'made before the store was emptied');
    assertCold(await wallet.hold('a', 1), 'account');
    const answer = await wallet.hold('a', 1);
    assert.ok(answer.status === 'cold');
    await kv.wallet.load(wallet.userId, account(100), [], answer.ticket);
    assert.deepEqual(await wallet.hold('a', 1), { status: 'granted', total: 1 });
  });

  it('refuses a frozen account every hold, the ones it has included, until a later version thaws it', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    await wallet.hold('a', 10);
    await wallet.apply(account(100, 2, true));
    assert.deepEqual(await wallet.hold('a', 10), { status: 'frozen' });
    assert.deepEqual(await wallet.hold('b', 0), { status: 'frozen' });
    await wallet.apply(account(100, 3));
    assert.deepEqual(await wallet.hold('a', 10), { status: 'granted', total: 10 });
  });

  for (const call of ['load', 'apply'] as const) {
    it(`${call} replaces a balance by a higher version only`, async () => {
      const { kv } = bench();
      const { userId, load, read } = walletOf(bench());
      await load(account(100, 5), [token(7, 50, 5)]);
      const put = (state: AccountState, tokens: TokenState[]) =>
        call === 'load' ? kv.wallet.load(userId, state, tokens) : kv.wallet.apply(userId, state, tokens, []);
      const before = await read();
      for (const version of [4, 5]) {
        await put(account(999, version, true), [token(7, 999, version)]);
        assert.deepEqual(await read(), before);
      }
      await put(account(-3, 6), [token(7, -4, 6)]);
      assert.deepEqual((await read())?.account, account(-3, 6));
      assert.deepEqual((await read())?.tokens, [{ id: 7, held: 0, state: token(7, -4, 6) }]);
    });
  }

  it('stays cold when a balance is applied that was never loaded, and then refuses to load an older one', async () => {
    const wallet = walletOf(bench());
    await wallet.apply(account(90, 6), {}, [token(7, 40, 6)]);
    assert.equal(await wallet.read(), undefined);
    await wallet.load(account(100, 5), [token(7, 50, 5)]);
    assertCold(await wallet.hold('a', 1), 'account');
    await wallet.load(account(90, 6), [token(7, 50, 5)]);
    assertCold(await wallet.hold('a', 1, { tokenLimited: true }), 'token');
    await wallet.load(account(90, 6), [token(7, 40, 6)]);
    assert.deepEqual(await wallet.hold('a', 41, { tokenLimited: true }), { status: 'token_exhausted', available: 40 });
  });

  it('grants exactly 10 of 500 parallel holds when the balance is for 10', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(109));
    const results = await Promise.all(Array.from({ length: 500 }, (_, index) => wallet.hold(`h${index}`, 10)));
    assert.equal(results.filter(({ status }) => status === 'granted').length, 10);
    assert.equal(await wallet.held(), 100);
  });

  it('is exact for balances of 1e15', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(1e15), [token(7, 1e15)]);
    assert.deepEqual(await wallet.hold('a', 1e15 - 1, { tokenLimited: true }), { status: 'granted', total: 1e15 - 1 });
    assert.deepEqual(await wallet.hold('b', 2), { status: 'user_exhausted', available: 1 });
    await wallet.renew('a', 1e15 - 3);
    await wallet.apply(account(3, 2), { a: 1e15 - 3 });
    assert.deepEqual(await wallet.hold('b', 2), { status: 'user_exhausted', available: 1 });
    const [hold] = (await wallet.read())?.holds ?? [];
    assert.deepEqual([hold?.total, hold?.journaled, hold?.spent], [1e15 - 1, 1e15 - 3, 1e15 - 3]);
  });

  it('refuses figures that are not whole quota and changes nothing', async () => {
    const wallet = walletOf(bench());
    await wallet.load(account(100));
    await wallet.hold('a', 10);
    const before = await wallet.read();
    for (const figure of [Number.NaN, 0.5, -1, 1e15 + 1, Number.POSITIVE_INFINITY]) {
      await assert.rejects(wallet.hold('b', figure), RangeError);
      await assert.rejects(wallet.renew('a', figure), RangeError);
      await assert.rejects(wallet.close('a', figure), RangeError);
      await assert.rejects(wallet.apply(account(50, 2), { a: figure }), RangeError);
    }
    await assert.rejects(wallet.load(account(Number.NaN, 2)), RangeError);
    await assert.rejects(wallet.load(account(1, 2), [token(7, 0.5)]), RangeError);
    assert.deepEqual(await wallet.read(), before);
  });
}

function assertCold(answer: HoldResult, missing: 'account' | 'token'): void {
  assert.equal(answer.status === 'cold' && answer.missing, missing);
}
