export { type Applied, applyPayment } from './apply-payment.ts';
export { writeBalanceLog } from './balance-log.ts';
export { type Decision, decideReview } from './decide-review.ts';
export type { Refund } from './end-refund.ts';
export { formatMinor, parseDecimal, parseMinor } from './money.ts';
export { arrivedMinor, creditable, type Order, open } from './order.ts';
export { successAddress } from './own-address.ts';
export { parsePaymentHosts } from './payment-hosts.ts';
export { placeOrder } from './place-order.ts';
export type {
  Call,
  Checkout,
  Declined,
  Listed,
  Notice,
  Payment,
  Phone,
  Processor,
  RefundRequest,
  Terms,
} from './processor.ts';
export { cryptomusMethod, isEnoughCoins } from './processors/cryptomus/coins.ts';
export type { Cryptomus } from './processors/cryptomus/index.ts';
export { processorsOf } from './processors/index.ts';
export type { ProcessorSettings } from './processors/settings.ts';
export { type Quote, quote } from './quote.ts';
export { reasons } from './reasons.ts';
export { recordExchange } from './record-exchange.ts';
export { flagForReview, lockOrder } from './review.ts';
export { sendRefund } from './send-refund.ts';
export { takeBack } from './take-back.ts';
export { decideRefund, leaveUnanswered } from './unanswered-refund.ts';
export { reviewUnconfirmedCall } from './unconfirmed-call.ts';
