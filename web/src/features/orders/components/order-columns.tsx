import { RightOutlined } from '@ant-design/icons';
import { Button, type TableProps } from 'antd';
import { Copyable } from '../../../components/copyable.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Money } from '../../../components/money.tsx';
import { OrderState } from '../../../components/order-state.tsx';
import { PaymentMethod } from '../../../components/payment-method.tsx';
import { Quota } from '../../../components/quota.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import type { Order } from '../api.ts';
import { processors } from '../processors.ts';
import styles from './order-columns.module.css';
import { OrderFlags } from './order-flags.tsx';

export function orderColumns(t: Translate, onOpen: (order: Order) => void): NonNullable<TableProps<Order>['columns']> {
  return [
    { key: 'time', title: t('orders:column.time'), render: (_, order) => <Moment seconds={order.created_at} /> },
    {
      key: 'number',
      title: t('orders:column.number'),
      render: (_, order) => (
        <div className={styles.two}>
          <Copyable text={order.trade_no} />
          <bdi className={styles.below}>{order.username}</bdi>
        </div>
      ),
    },
    { key: 'method', title: t('orders:column.method'), render: (_, order) => <PaymentMethod {...order} /> },
    {
      key: 'processor',
      title: t('orders:processor'),
      render: (_, { processor }) => {
        const name = processors[processor];
        return <span className="quiet">{name === undefined ? processor : t(name)}</span>;
      },
    },
    {
      key: 'payable',
      title: t('orders:column.payable'),
      align: 'end',
      render: (_, order) => <Money amount={order.payable} currency={order.currency} />,
    },
    {
      key: 'credit',
      title: t('orders:column.credit'),
      align: 'end',
      render: (_, order) => <Quota value={order.quota} />,
    },
    {
      key: 'state',
      title: t('orders:column.state'),
      render: (_, order) => (
        <div className={styles.two}>
          <OrderState state={order.state} expiresAt={order.expires_at} />
          <OrderFlags order={order} />
        </div>
      ),
    },
    {
      key: 'open',
      title: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      width: 56,
      render: (_, order) => (
        <Button
          type="text"
          size="small"
          icon={<RightOutlined className={styles.point ?? ''} />}
          aria-label={t('orders:open', { number: order.trade_no })}
          onClick={() => onOpen(order)}
        />
      ),
    },
  ];
}
