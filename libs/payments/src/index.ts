export { type Applied, applyPayment } from './apply-payment.ts';
export { ceilMinor, formatMinor, isCurrency, parseDecimal, parseMinor } from './money.ts';
export { creditable, type Order, open } from './order.ts';
export { placeOrder } from './place-order.ts';
export type { Checkout, Declined, Listed, Payment, Processor, RefundWish } from './processor.ts';
export { type Quote, quote } from './quote.ts';
export { takeBack } from './take-back.ts';
