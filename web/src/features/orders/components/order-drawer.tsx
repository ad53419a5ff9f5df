import { Drawer, Skeleton } from 'antd';
import { ErrorState } from '../../../components/error-state.tsx';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { directionOf } from '../../../lib/languages.ts';
import { useIsNarrow } from '../../../lib/use-media-query.ts';
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
  const narrow = useIsNarrow();
  const rightToLeft = directionOf(useLanguage()) === 'rtl';
  const { data, error, mutate } = useOrder(id);
  return (
    <Drawer
      open={id !== 0}
      title={t('orders:order')}
      size={narrow ? '100%' : 620}
      onClose={onClose}
      placement={rightToLeft ? 'left' : 'right'}
      destroyOnHidden
    >
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
    </Drawer>
  );
}
