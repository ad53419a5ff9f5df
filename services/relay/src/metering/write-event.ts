import type { PriceReceipt, UsageEvent } from '@switchyard/contracts';
import type { Caller } from '../auth/caller.ts';

/** Members of an event that come from its caller. */
type OfCaller = 'userId' | 'username' | 'tokenId' | 'tokenName' | 'group';
/** JSON leaves out what is undefined. */
type Rest = {
  readonly [Member in keyof Omit<UsageEvent, OfCaller | 'receipt'>]: Readonly<UsageEvent[Member]> | undefined;
};

/** What is the same in one event after the other is turned into text once. */
const callers = new WeakMap<Caller, string>();
const receipts = new WeakMap<Readonly<PriceReceipt>, string>();

/** A usage event as JSON. */
export function writeEvent(rest: Rest, caller: Caller, receipt: Readonly<PriceReceipt> | undefined): string {
  const text = JSON.stringify(rest);
  return `${text.slice(0, -1)}${ofCaller(caller)}${receipt ? ofReceipt(receipt) : ''}}`;
}

function ofCaller(caller: Caller): string {
  let text = callers.get(caller);
  if (text === undefined) {
    const { userId, username, tokenId, tokenName, group } = caller;
    text = `,${JSON.stringify({ userId, username, tokenId, tokenName, group }).slice(1, -1)}`;
    callers.set(caller, text);
  }
  return text;
}

function ofReceipt(receipt: Readonly<PriceReceipt>): string {
  let text = receipts.get(receipt);
  if (text === undefined) {
    text = `,"receipt":${JSON.stringify(receipt)}`;
    receipts.set(receipt, text);
  }
  return text;
}
