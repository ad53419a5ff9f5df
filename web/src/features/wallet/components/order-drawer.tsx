import { Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { directionOf } from '../../../lib/languages.ts';
import { useIsNarrow } from '../../../lib/use-media-query.ts';
import { type OwnOrder, useOwnOrder } from '../api.ts';
import { isAwaited } from '../order-standing.ts';
import { AwaitedPayment } from './awaited-payment.tsx';
import { Receipt } from './receipt.tsx';

/** One order: while its money is awaited the way to pay it, afterwards its receipt. */
export function OrderDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useText();
  const narrow = useIsNarrow();
  const rightToLeft = directionOf(useLanguage()) === 'rtl';
  const { data: order, error, mutate } = useOwnOrder(name);
  return (
    <Drawer
      open={name !== ''}
      title={t('wallet:order')}
      size={narrow ? '100%' : 500}
      onClose={onClose}
      placement={rightToLeft ? 'left' : 'right'}
      destroyOnHidden
    >
      {name === '' ? null : order !== undefined ? (
        <Order key={order.id} order={order} onClose={onClose} />
      ) : error === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <ErrorState error={error} onRetry={() => void mutate()} />
      )}
    </Drawer>
  );
}

function Order({ order, onClose }: { order: OwnOrder; onClose: () => void }) {
  // Stays what it was when it was opened, so that the payment's success can be seen.
  const [awaited] = useState(() => isAwaited(order));
  return awaited ? <AwaitedPayment order={order} onClose={onClose} /> : <Receipt order={order} />;
}
