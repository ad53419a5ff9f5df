import { formatMinor } from './money.ts';

/**
 * Why a person is asked about an order, why it ended, or why its credit was taken back: kept with the order and sent to administrators as they
 * stand here, told by pages in the language of who reads them (`server.json` in each folder of `web/src/locales`). Amounts in minor units.
 */
export const reasons = {
  /** The only one that leaves no doubt about how much arrived. */
  held: 'the processor holds this payment back',
  overpaid: 'more was paid than was due',
  underpaid: 'less was paid than was due',
  /** Somebody's money, or somebody's try. */
  unconfirmed: 'a call said that it was paid, and the processor did not confirm it',
  /** Asked again of a person who has dismissed what a call said: this may be the payer's money. */
  doubtful: 'the processor says that it was paid and names no amount, and an earlier call did not fit',
  refundFailed: 'the processor could not send a refund back to the payer',
  sentBack: 'the processor sent the money back',
  disputed: 'the payer disputed the payment',
  wonUncredited: 'the dispute was won: the credit can be given',
  /** What was given once is no decision about the order any more. */
  won: 'the dispute was won: add the credit to the balance of the user again, then dismiss this',
  orphaned: 'its processor is not set up any more',
  onlyPaid: (minor: bigint, currency: string) => `only ${amount(minor, currency)} were paid`,
  surplus: (receivedMinor: bigint, surplusMinor: bigint, currency: string) =>
    `${amount(receivedMinor, currency)} arrived, of which ${amount(surplusMinor, currency)} earned no credit`,
  /** A call is about another payment than the order's. */
  otherAmount: (called: string) => `the processor called about ${called}`,
  otherReference: (reference: string) => `the call names the payment ${reference}`,
  otherCurrency: (paid: string, due: string) => `paid in ${paid} instead of ${due}`,
  ofOtherOrder: (reference: string) => `payment ${reference} belongs to another order`,
  transactionOfOtherOrder: (id: string) => `transaction ${id} has paid another order`,
  paidAgain: (transactionId: string) => `paid again by transaction ${transactionId}`,
  unknownPayment: (tradeNo: string, processor: string) =>
    `order ${tradeNo} was credited and ${processor} knows of no payment`,
  unansweredRefund: (requestId: string) => `refund ${requestId} got no answer: see whether the money went out`,
};

function amount(minor: bigint, currency: string): string {
  return `${formatMinor(minor, currency)} ${currency}`;
}
