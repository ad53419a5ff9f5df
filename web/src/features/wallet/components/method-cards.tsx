import type { MethodPrice } from '@switchyard/console/calls';
import { MethodSign, methodName } from '../../../components/payment-method.tsx';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { formatMoney } from '../../../lib/money.ts';
import { type Method, methodKey, priceOf } from '../offer.ts';
import styles from './top-up-form.module.css';

interface MethodCardsProps {
  readonly methods: readonly Method[];
  readonly prices: readonly MethodPrice[] | undefined;
  readonly chosen: Method;
  readonly onChoose: (method: Method) => void;
}

/** One card for each method that is offered, with what it costs there. */
export function MethodCards({ methods, prices, chosen, onChoose }: MethodCardsProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{t('wallet:method')}</legend>
      <div className={styles.methods}>
        {methods.map((method) => {
          const price = priceOf(prices, method);
          return (
            <label key={methodKey(method)} className={styles.method}>
              <input
                type="radio"
                name="method"
                value={methodKey(method)}
                checked={methodKey(method) === methodKey(chosen)}
                onChange={() => onChoose(method)}
              />
              <MethodSign {...method} />
              <span className={styles.words}>
                <span className={styles.name}>{methodName(method.processor, method.method, t)}</span>
                <span className={`figures ${styles.price}`}>
                  {price === undefined ? '…' : formatMoney(price.payable, price.currency, language)}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
