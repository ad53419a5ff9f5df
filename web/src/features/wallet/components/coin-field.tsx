import { Select } from 'antd';
import { useId } from 'react';
import type { SWRResponse } from 'swr';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { leftToRight } from '../../../lib/money.ts';
import type { Coin } from '../api.ts';
import { coinsFor, isTooLow, leastDollars } from '../coins.ts';
import styles from './top-up-form.module.css';

interface CoinFieldProps {
  readonly coins: SWRResponse<Coin[], unknown>;
  /** US dollars to be paid; undefined while that is not known. */
  readonly payable: string | undefined;
  readonly coin: Coin | undefined;
  readonly onChoose: (coin: Coin) => void;
}

const keyOf = ({ currency, network }: Coin) => `${currency}/${network}`;

/** Which coin on which network, and about how many of it are to be paid. */
export function CoinField({ coins, payable, coin, onChoose }: CoinFieldProps) {
  const t = useText();
  const id = useId();
  const tooLow = coin !== undefined && payable !== undefined && isTooLow(payable, coin);
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t('wallet:coin')}
      </label>
      <Select
        id={id}
        className={styles.coin ?? ''}
        size="large"
        showSearch
        loading={coins.isLoading}
        placeholder={t('wallet:coin.choose')}
        value={coin === undefined ? null : keyOf(coin)}
        status={tooLow || coins.error !== undefined ? 'error' : ''}
        options={(coins.data ?? []).map((one) => ({
          value: keyOf(one),
          label: `${one.currency} · ${one.network}`,
          one,
        }))}
        optionRender={({ label, data }) => (
          <span className={styles.option}>
            <bdi>{label}</bdi>
            <span className="figures quiet">
              {t('wallet:coin.terms', {
                least: data.one.min_amount,
                rate: data.one.conversion_rate,
                coin: data.one.currency,
              })}
            </span>
          </span>
        )}
        onChange={(key: string | null) => {
          const found = coins.data?.find((one) => keyOf(one) === key);
          if (found !== undefined) onChoose(found);
        }}
      />
      <p className={tooLow || coins.error !== undefined ? styles.problem : styles.hint} aria-live="polite">
        {coins.error !== undefined
          ? failureText(coins.error, t)
          : coin === undefined
            ? t('wallet:coin.hint')
            : tooLow
              ? t('wallet:coin.low', {
                  least: leftToRight(`${coin.min_amount} ${coin.currency}`),
                  dollars: leftToRight(`$${leastDollars(coin)}`),
                })
              : t('wallet:coin.about', {
                  coins: leftToRight(`${coinsFor(payable ?? '', coin) ?? '…'} ${coin.currency}`),
                })}
      </p>
    </div>
  );
}
