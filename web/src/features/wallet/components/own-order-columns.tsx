import { Button, type TableProps } from 'antd';
import { Copyable } from '../../../components/copyable.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Money } from '../../../components/money.tsx';
import { OrderState } from '../../../components/order-state.tsx';
import { PaymentMethod } from '../../../components/payment-method.tsx';
import { Quota } from '../../../components/quota.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import type { OwnOrder } from '../api.ts';
import { isAwaited } from '../order-standing.ts';

export function ownOrderColumns(
  t: Translate,
  onOpen: (order: OwnOrder) => void,
): NonNullable<TableProps<OwnOrder>['columns']> {
  return [
    { key: 'time', title: t('wallet:column.time'), render: (_, order) => <Moment seconds={order.created_at} /> },
    { key: 'number', title: t('wallet:column.number'), render: (_, order) => <Copyable text={order.trade_no} /> },
    { key: 'method', title: t('wallet:column.method'), render: (_, order) => <PaymentMethod {...order} /> },
    {
      key: 'credit',
      title: t('wallet:column.credit'),
      align: 'end',
      render: (_, order) => <Quota value={order.quota} />,
    },
    {
      key: 'payable',
      title: t('wallet:column.payable'),
      align: 'end',
      render: (_, order) => <Money amount={order.payable} currency={order.currency} />,
    },
    {
      key: 'state',
      title: t('wallet:column.state'),
      render: (_, order) => <OrderState state={order.state} expiresAt={order.expires_at} />,
    },
    {
      key: 'open',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      render: (_, order) => <OpenOrder order={order} t={t} onOpen={() => onOpen(order)} />,
    },
  ];
}

/** Opens an order: to pay it, or to look at it. */
export function OpenOrder({ order, t, onOpen }: { order: OwnOrder; t: Translate; onOpen: () => void }) {
  const awaited = isAwaited(order) && order.state !== 'confirming';
  return (
    <Button
      size="small"
      type={awaited ? 'primary' : 'default'}
      onClick={onOpen}
      aria-label={t(awaited ? 'wallet:continueOrder' : 'wallet:viewOrder', { number: order.trade_no })}
    >
      {t(awaited ? 'wallet:continue' : 'wallet:view')}
    </Button>
  );
}
