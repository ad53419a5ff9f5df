import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../../components/dialog.tsx';
import { type TextKey, useText } from '../../../../lib/i18n.ts';
import { type NewPrice, noPrice, type PriceProblem, problemOf, rowOf } from '../../prices/new-price.ts';
import type { PriceRow } from '../../prices/price-rows.ts';
import { FigureField } from '../figure-field.tsx';
import styles from './prices.module.css';

interface AddModelProps {
  /** Blank for one that is not known yet. */
  readonly name: string;
  readonly taken: readonly PriceRow[];
  readonly onAdd: (row: PriceRow) => void;
  /** With the name of one that is to get a whole card; undefined for who may not write any. */
  readonly onCard: ((model: string) => void) | undefined;
  readonly onClose: () => void;
}

type Billing = 'tokens' | 'call' | 'card';

interface TypedFigure {
  readonly name: keyof NewPrice;
  readonly title: TextKey;
}

const perCall: readonly TypedFigure[] = [{ name: 'price', title: 'settings:prices.perCall' }];
const perTokens: readonly TypedFigure[] = [
  { name: 'input', title: 'settings:prices.input' },
  { name: 'output', title: 'settings:prices.output' },
  { name: 'cache', title: 'settings:prices.cache' },
];

const problems: Record<PriceProblem, TextKey> = {
  number: 'settings:complaint.number',
  input: 'settings:prices.inputNeeded',
  free: 'settings:prices.inputFree',
};

/** Gives a model a price: by tokens, by call, or by a card that is written next. */
export function AddModel({ name, taken, onAdd, onCard, onClose }: AddModelProps) {
  const t = useText();
  const [typedName, setTypedName] = useState(name);
  const [typed, setTyped] = useState(noPrice);
  const [billing, setBilling] = useState<Billing>('tokens');
  const isPerCall = billing === 'call';
  const [tried, setTried] = useState(false);
  const model = typedName.trim();
  const isTaken = taken.some((other) => other.name === model);
  const wrongName = model === '' ? t('settings:prices.nameNeeded') : isTaken && t('settings:prices.exists');
  const problem = problemOf(typed, isPerCall);

  function add() {
    setTried(true);
    if (wrongName) return;
    if (billing === 'card') onCard?.(model);
    else if (problem === undefined) onAdd(rowOf(model, typed, isPerCall));
  }

  return (
    <Dialog
      open
      title={t('settings:prices.add')}
      okText={billing === 'card' ? t('settings:card.open') : t('common:add')}
      cancelText={t('common:cancel')}
      onOk={add}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <div className={styles.field}>
          <label htmlFor="added-model">{t('settings:prices.model')}</label>
          <Input
            id="added-model"
            dir="ltr"
            autoFocus={name === ''}
            maxLength={256}
            value={typedName}
            status={tried && wrongName ? 'error' : ''}
            placeholder="gpt-4o-mini"
            onChange={(event) => setTypedName(event.target.value)}
          />
          {(tried || isTaken) && wrongName && <span role="alert">{wrongName}</span>}
        </div>
        <Segmented<Billing>
          value={billing}
          onChange={(next) => {
            setBilling(next);
            setTyped(noPrice);
          }}
          aria-label={t('settings:prices.billing')}
          options={[
            { value: 'tokens', label: t('settings:prices.byTokens') },
            { value: 'call', label: t('settings:prices.byCall') },
            ...(onCard ? [{ value: 'card', label: t('settings:prices.byCard') } as const] : []),
          ]}
        />
        {billing === 'card' ? (
          <p>{t('settings:prices.byCardText')}</p>
        ) : (
          <div className={styles.pair}>
            {(isPerCall ? perCall : perTokens).map(({ name: figure, title }) => (
              <div key={figure} className={styles.field}>
                <span aria-hidden="true">{t(title)}</span>
                <FigureField
                  prefix={<span className="quiet">$</span>}
                  text={typed[figure]}
                  label={t(title)}
                  onText={(text) => setTyped({ ...typed, [figure]: text })}
                />
              </div>
            ))}
          </div>
        )}
        {tried && billing !== 'card' && problem !== undefined && <p role="alert">{t(problems[problem])}</p>}
      </div>
    </Dialog>
  );
}
