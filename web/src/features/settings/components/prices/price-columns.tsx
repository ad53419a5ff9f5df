import { DeleteOutlined, FileTextOutlined } from '@ant-design/icons';
import { Button, Space, type TableProps } from 'antd';
import { Copyable } from '../../../../components/copyable.tsx';
import { type Translate, useText } from '../../../../lib/i18n.ts';
import { type PriceFigure, type PriceView, priceFigures } from '../../prices/price-figures.ts';
import type { PriceRow } from '../../prices/price-rows.ts';
import { FigureInput } from '../figure-input.tsx';
import styles from './prices.module.css';

export interface PriceActions {
  readonly onChange: (row: PriceRow) => void;
  readonly onDelete: (name: string) => void;
  /** Undefined for who may not edit whole cards. */
  readonly onCard: ((name: string) => void) | undefined;
}

export function priceColumns(
  t: Translate,
  view: PriceView,
  { onChange, onDelete, onCard }: PriceActions,
): NonNullable<TableProps<PriceRow>['columns']> {
  return [
    {
      key: 'name',
      title: t('settings:prices.model'),
      className: styles.name ?? '',
      render: (_, row) => <Copyable text={row.name} />,
    },
    ...priceFigures[view].map((figure) => ({
      key: figure.title,
      title: t(figure.title),
      render: (_: unknown, row: PriceRow) => <PriceCell figure={figure} row={row} onChange={onChange} />,
    })),
    {
      key: 'actions',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      width: 72,
      render: (_, row) => <ModelActions name={row.name} onDelete={onDelete} onCard={onCard} />,
    },
  ];
}

interface PriceCellProps {
  readonly figure: PriceFigure;
  readonly row: PriceRow;
  readonly onChange: (row: PriceRow) => void;
}

/** A figure to be edited in place; off where a price per call stands in for it. */
export function PriceCell({ figure, row, onChange }: PriceCellProps) {
  const t = useText();
  const isOff = figure.isBeaten && row.price !== undefined;
  const canWrite = figure.canWrite(row);
  return (
    <FigureInput
      className={styles.figure ?? ''}
      prefix={figure.isDollars ? <span className="quiet">$</span> : undefined}
      value={isOff ? undefined : figure.read(row)}
      disabled={isOff}
      placeholder="–"
      {...(canWrite ? {} : { readOnly: true, title: t('settings:prices.inputNeeded') })}
      label={t('settings:prices.figureOf', { figure: t(figure.title), name: row.name })}
      onChange={(value) => onChange(figure.write(row, value))}
    />
  );
}

interface ModelActionsProps extends Pick<PriceActions, 'onDelete' | 'onCard'> {
  readonly name: string;
}

export function ModelActions({ name, onDelete, onCard }: ModelActionsProps) {
  const t = useText();
  const edit = t('settings:card.edit', { name });
  return (
    <Space size={0}>
      {onCard !== undefined && (
        <Button
          type="text"
          size="small"
          icon={<FileTextOutlined />}
          aria-label={edit}
          title={edit}
          onClick={() => onCard(name)}
        />
      )}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('settings:prices.delete', { name })}
        onClick={() => onDelete(name)}
      />
    </Space>
  );
}
