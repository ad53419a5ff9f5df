import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cryptomusMethod, formatMinor, isEnoughCoins, type Quote, successAddress } from '@switchyard/payments';
import { toDataURL } from 'qrcode';
import type { Context } from '../../context.ts';
import { answer, answerOf, Refusal, refuse } from '../../http/answer.ts';
import { seconds } from '../../http/time.ts';
import { findOwnOrder, paymentWord } from '../own-order.ts';
import { startPayment } from '../start-payment.ts';
import { coinList } from './coins.ts';
import { Currencies, NewTransaction, Transaction, TransactionId, TransactionStatus } from './schema.ts';

/** Paying in coins: which, an invoice, and how it stands. */
export function cryptomusRoutes(context: Context): FastifyPluginAsyncTypebox {
  const config = { access: 'user' } as const;
  const coins = coinList(context);

  return async (app) => {
    app.get('/user/getcurrencies', { config, schema: { response: answerOf(Currencies) } }, async () => {
      const found = await coins();
      if (found instanceof Refusal) return answer(found);
      return answer(
        found.map(({ currency, network, minAmount, course }) => ({
          currency,
          network,
          min_amount: Number(minAmount),
          conversion_rate: Number(course),
        })),
      );
    });

    app.post(
      '/user/createtransaction',
      { config, schema: { body: NewTransaction, response: answerOf(Transaction) } },
      async (request) => {
        const { currency, network, amount } = request.body;
        const found = await coins();
        if (found instanceof Refusal) return answer(found);
        const coin = found.find((one) => one.currency === currency && one.network === network);
        if (!coin) return answer(refuse('Choose one of the coins that are shown.'));
        const problemOf = ({ payableMinor, currency: charged }: Quote) =>
          isEnoughCoins(coin, formatMinor(payableMinor, charged))
            ? undefined
            : `Amount is very low: this coin takes ${coin.minAmount} ${coin.currency} and more.`;
        const wish = { amount: String(amount), method: cryptomusMethod(coin), problemOf };
        const started = await startPayment(context, request, 'cryptomus', wish);
        if (started instanceof Refusal) return answer(started);
        const { order, checkout } = started;
        const shown = checkout.shown as { address: string; pay_amount: string; pay_currency: string; network: string };
        return answer({
          uuid: order.public_id,
          created_at: seconds(order.created_at),
          lifetime: Math.round((order.expires_at.getTime() - order.created_at.getTime()) / 1000),
          amount: formatMinor(BigInt(order.payable_minor), order.currency),
          currency: order.currency,
          ...shown,
          qrCode: await toDataURL(shown.address),
        });
      },
    );

    app.get(
      '/transaction-status/:uuid',
      { config, schema: { params: TransactionId, response: answerOf(TransactionStatus) } },
      async ({ params, user, log }) => {
        const order = await findOwnOrder(context.db, user.id, params.uuid);
        if (!order) return answer(refuse('This payment does not exist.'));
        const status = await paymentWord(context, order, log);
        const success = successAddress(await context.options.read()) ?? '';
        return answer({ status, redirect_url: status === 'success' ? success : '' });
      },
    );
  };
}
