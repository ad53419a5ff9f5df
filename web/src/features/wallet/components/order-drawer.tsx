import { Skeleton } from 'antd';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type OwnOrder, useOwnOrder } from '../api.ts';
import { isAwaited } from '../order-standing.ts';
import { AwaitedPayment } from './awaited-payment.tsx';
import { Receipt } from './receipt.tsx';

/** One order: while its money is awaited the way to pay it, afterwards its receipt. */
export function OrderDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useText();
  const { data: order, error, mutate } = useOwnOrder(name);
  return (
    <SidePanel open={name !== ''} title={t('wallet:order')} widthPx={500} onClose={onClose} destroyOnHidden>
      {name === '' ? null : order !== undefined ? (
        <Order key={order.id} order={order} onClose={onClose} />
      ) : error === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <ErrorState error={error} onRetry={() => void mutate()} />
      )}
    </SidePanel>
  );
}

function Order({ order, onClose }: { order: OwnOrder; onClose: () => void }) {
  // Stays what it was when it was opened, so that the payment's success can be seen.
  const [awaited] = useState(() => isAwaited(order));
  return awaited ? <AwaitedPayment order={order} onClose={onClose} /> : <Receipt order={order} />;
}
