import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileCard } from '@switchyard/pricing';
import { Hold } from '../../admission/hold.ts';
import { Lease } from '../../admission/lease.ts';
import type { Caller } from '../../auth/caller.ts';
import { type Account, Meter, type MeterParts } from '../meter.ts';
import { SessionCharge } from './session-charge.ts';
import { Tally } from './tally.ts';

const price = compileCard({ input: '2', output: '8' }, '1');
const transcribedBy = (model: string) => ({
  type: 'session.updated',
  session: { audio: { input: { transcription: { model } } } },
});

/** How many successes of its owner a session takes back that ends with this status, when it counted as one. */
function takenBack(status: number, transcribers: readonly string[]): number {
  let taken = 0;
  const meter = new Meter({
    spool: { final: () => undefined },
    publisher: { add() {} },
    limiter: {
      async takeBack() {
        taken++;
      },
    },
  } as unknown as MeterParts);
  const account = {
    requestId: 'session',
    lease: new Lease(new Hold('hold', 1, 1)),
    caller: { userId: 1, scopes: [] } as unknown as Caller,
    price,
    reserved: 0,
    countsSuccess: true,
  } as unknown as Account;
  const charge = new SessionCharge(meter, account, new Tally(500), () => price);
  for (const model of transcribers) charge.read(transcribedBy(model));
  charge.settle({ status, ended: 'done', channelId: 1, firstByteMs: 1, tries: [] }, () => {});
  return taken;
}

test('a session counts as one success or none, whoever was to write down what is said', () => {
  for (const transcribers of [[], ['one'], ['one', 'another']]) {
    assert.equal(takenBack(101, transcribers), 0);
    assert.equal(takenBack(502, transcribers), 1);
  }
});
