import { Alert, Button } from 'antd';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { formatMoney } from '../../../lib/money.ts';
import { firstAmount, problemOf, settledAmount } from '../amount.ts';
import { type Coin, useCoins } from '../api.ts';
import { isTooLow } from '../coins.ts';
import { type Method, type Offer, priceOf } from '../offer.ts';
import { useBeginPayment } from '../use-begin-payment.ts';
import { useQuote } from '../use-quote.ts';
import { AmountField } from './amount-field.tsx';
import { CoinField } from './coin-field.tsx';
import { ConfirmPayment } from './confirm-payment.tsx';
import { MethodCards } from './method-cards.tsx';
import { NoMethods } from './no-methods.tsx';
import { PriceSummary } from './price-summary.tsx';
import styles from './top-up-form.module.css';

interface TopUpFormProps {
  readonly offer: Offer;
  readonly onBegun: (reference: string) => void;
  readonly onUseCode: () => void;
}

/** How much, by which method, and what it costs; then on to the payment. */
export function TopUpForm({ offer, onBegun, onUseCode }: TopUpFormProps) {
  const t = useText();
  const language = useLanguage();
  const [amount, setAmount] = useState(() => firstAmount(offer));
  const [chosen, setChosen] = useState<Method | undefined>(offer.methods[0]);
  const [coin, setCoin] = useState<Coin>();
  const [confirming, setConfirming] = useState(false);
  const problem = problemOf(amount, offer);
  const { quote, error, settled } = useQuote(problem === undefined ? amount : undefined);
  const coins = useCoins(chosen?.processor === 'cryptomus');
  const { begin, busy } = useBeginPayment(offer, onBegun);
  if (chosen === undefined) return <NoMethods onUseCode={onUseCode} />;

  const price = priceOf(quote?.prices, chosen);
  const inCoins = chosen.processor === 'cryptomus';
  const lacksCoin = inCoins && (coin === undefined || isTooLow(price?.payable ?? '', coin));
  const ready = problem === undefined && error === undefined && settled && price !== undefined && !lacksCoin;

  function pay(method: Method) {
    if (!ready) return;
    if (method.processor === 'epay') setConfirming(true);
    else void begin({ ...method, amount, coin });
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        pay(chosen);
      }}
    >
      <AmountField
        amount={amount}
        bounds={offer}
        problem={problem}
        onType={setAmount}
        onSettle={() => setAmount(settledAmount(amount, offer))}
      />
      <MethodCards methods={offer.methods} prices={quote?.prices} chosen={chosen} onChoose={setChosen} />
      {inCoins && <CoinField coins={coins} payable={price?.payable} coin={coin} onChoose={setCoin} />}
      {error !== undefined && <Alert type="error" showIcon title={failureText(error, t)} />}
      <PriceSummary quote={problem === undefined ? quote : undefined} price={price} stale={!settled} />
      <Button type="primary" size="large" block htmlType="submit" disabled={!ready} loading={busy}>
        {price === undefined
          ? t('wallet:pay')
          : t('wallet:payAmount', { amount: formatMoney(price.payable, price.currency, language) })}
      </Button>
      {confirming && price !== undefined && (
        <ConfirmPayment
          method={chosen}
          quota={quote?.quota ?? 0}
          price={price}
          busy={busy}
          onConfirm={() => void begin({ ...chosen, amount, coin })}
          onClose={() => setConfirming(false)}
        />
      )}
    </form>
  );
}
