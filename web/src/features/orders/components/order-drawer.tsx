import { Skeleton } from 'antd';
import { ErrorState } from '../../../components/error-state.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useOrder } from '../api.ts';
import { OrderBody } from './order-body.tsx';

interface OrderDrawerProps {
  /** 0: none is open. */
  readonly id: number;
  readonly onClose: () => void;
  /** A decision has changed the order. */
  readonly onChanged: () => void;
}

/** One order in full, and what can be decided about it. */
export function OrderDrawer({ id, onClose, onChanged }: OrderDrawerProps) {
  const t = useText();
  const { data, error, mutate } = useOrder(id);
  return (
    <SidePanel open={id !== 0} title={t('orders:order')} widthPx={620} onClose={onClose} destroyOnHidden>
      {data !== undefined ? (
        <OrderBody
          file={data}
          onChanged={() => {
            void mutate();
            onChanged();
          }}
        />
      ) : error === undefined ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : (
        <ErrorState error={error} onRetry={() => void mutate()} />
      )}
    </SidePanel>
  );
}
