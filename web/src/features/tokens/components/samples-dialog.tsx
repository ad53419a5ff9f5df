import { Skeleton } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useToken } from '../api.ts';
import { Samples } from './samples.tsx';

/** How to call the gateway with one key. */
export function SamplesDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText();
  const { data, error, mutate } = useToken(id);
  return (
    <Dialog
      open
      title={data === undefined ? t('tokens:samples.one') : t('tokens:samples.title', { name: data.name })}
      footer={null}
      width={760}
      onCancel={onClose}
    >
      {error !== undefined && data === undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      {error === undefined && data === undefined && <Skeleton active paragraph={{ rows: 9 }} />}
      {data !== undefined && <Samples token={data} />}
    </Dialog>
  );
}
