import { Skeleton } from 'antd';
import { useLocation, useOutletContext, useParams } from 'react-router-dom';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useChannel } from '../api.ts';
import { TestPanel } from '../components/test-panel.tsx';
import { useListAddress } from '../use-list-address.ts';
import type { ChannelsOutlet } from './channels-page.tsx';

/** Asks one channel with models of one's choice, over the list. Comes from a new channel with the state `run`. */
export function ChannelTest() {
  const t = useText();
  const { id } = useParams();
  const { state } = useLocation();
  const { reload } = useOutletContext<ChannelsOutlet>();
  const open = useListAddress();
  const { data, error, mutate } = useChannel(Number(id));
  return (
    <Dialog
      open
      title={t('channels:test.title', { name: data?.name ?? `#${id}` })}
      footer={null}
      width={680}
      onCancel={() => open('')}
    >
      {data !== undefined && <TestPanel channel={data} begins={state === 'run'} onTested={() => void reload()} />}
      {data === undefined && error === undefined && <Skeleton active paragraph={{ rows: 6 }} />}
      {data === undefined && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
    </Dialog>
  );
}
