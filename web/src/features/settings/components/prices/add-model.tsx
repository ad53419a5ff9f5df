import { Input, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import { type PriceFigure, priceFigures } from '../../prices/price-figures.ts';
import type { PriceRow } from '../../prices/price-rows.ts';
import { FigureInput } from '../figure-input.tsx';
import styles from './prices.module.css';

interface AddModelProps {
  /** Blank for one that is not known yet. */
  readonly name: string;
  readonly taken: readonly PriceRow[];
  readonly onAdd: (row: PriceRow) => void;
  readonly onClose: () => void;
}

const blank = { price: undefined, ratio: undefined, completionRatio: undefined, cacheRatio: undefined };

/** Gives a model a price: by tokens, or by call. */
export function AddModel({ name, taken, onAdd, onClose }: AddModelProps) {
  const t = useText();
  const [row, setRow] = useState<PriceRow>({ ...blank, name });
  const [isPerCall, setPerCall] = useState(false);
  const [tried, setTried] = useState(false);
  const model = row.name.trim();
  const isTaken = taken.some((other) => other.name === model);
  const figures = priceFigures.prices.filter((figure) => figure.isBeaten !== isPerCall);
  const isPriced = isPerCall ? row.price !== undefined : row.ratio !== undefined;
  const wrongName = model === '' ? t('settings:prices.nameNeeded') : isTaken && t('settings:prices.exists');

  function add() {
    setTried(true);
    if (wrongName || !isPriced) return;
    // Without a price of its own writing costs what reading costs.
    onAdd(
      isPerCall
        ? { ...blank, name: model, price: row.price }
        : { ...row, name: model, completionRatio: row.completionRatio ?? '1' },
    );
  }

  return (
    <Modal
      open
      title={t('settings:prices.add')}
      okText={t('common:add')}
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
            value={row.name}
            status={tried && wrongName ? 'error' : ''}
            placeholder="gpt-4o-mini"
            onChange={(event) => setRow({ ...row, name: event.target.value })}
          />
          {(tried || isTaken) && wrongName && <span role="alert">{wrongName}</span>}
        </div>
        <Segmented
          value={isPerCall ? 'call' : 'tokens'}
          onChange={(kind) => {
            setPerCall(kind === 'call');
            setRow({ ...blank, name: row.name });
          }}
          aria-label={t('settings:prices.billing')}
          options={[
            { value: 'tokens', label: t('settings:prices.byTokens') },
            { value: 'call', label: t('settings:prices.byCall') },
          ]}
        />
        <div className={styles.pair}>
          {figures.map((figure) => (
            <Field key={figure.title} figure={figure} row={row} onChange={setRow} />
          ))}
        </div>
        {tried && !isPriced && (
          <p role="alert">{isPerCall ? t('settings:complaint.number') : t('settings:prices.inputNeeded')}</p>
        )}
      </div>
    </Modal>
  );
}

function Field(props: { figure: PriceFigure; row: PriceRow; onChange: (row: PriceRow) => void }) {
  const t = useText();
  const { figure, row, onChange } = props;
  return (
    <div className={styles.field}>
      <span aria-hidden="true">{t(figure.title)}</span>
      <FigureInput
        prefix={<span className="quiet">$</span>}
        value={figure.read(row)}
        label={t(figure.title)}
        onChange={(value) => onChange(figure.write(row, value))}
      />
    </div>
  );
}
