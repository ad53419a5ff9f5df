import { Skeleton } from 'antd';
import { useOutletContext, useParams, useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../../components/error-state.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { useChannelTypes, useEditedChannel } from '../api.ts';
import { formFromChannel } from '../channel-form.ts';
import { ChannelFormView } from '../components/editor/channel-form-view.tsx';
import { useListAddress } from '../use-list-address.ts';
import type { ChannelsOutlet } from './channels-page.tsx';

const drawerWidthPx = 720;

/** The side drawer over the list: an existing channel, or a new one (`?kind=` of a type, which is tested when made). */
export function ChannelEditor() {
  const { id } = useParams();
  return <Editor key={id ?? 'new'} id={id === undefined ? undefined : Number(id)} />;
}

function Editor({ id }: { id: number | undefined }) {
  useReturnFocus();
  const t = useText();
  const open = useListAddress();
  const { reload } = useOutletContext<ChannelsOutlet>();
  const [search] = useSearchParams();
  const kind = id === undefined ? Number(search.get('kind')) : 0;
  const channel = useEditedChannel(id);
  const types = useChannelTypes();

  const close = () => open('');
  async function saved(created: readonly number[]) {
    await reload();
    const [first, ...more] = created;
    if (kind > 0 && first !== undefined && more.length === 0) open(`/test/${first}`, {}, 'run');
    else close();
  }

  const frame = {
    title: id === undefined ? t('channels:add') : t('channels:edit', { name: channel.data?.name ?? `#${id}` }),
    widthPx: drawerWidthPx,
  };
  const missing = id === undefined ? kind > 0 && types.data === undefined : channel.data === undefined;
  if (missing) {
    const { error, mutate } = id === undefined ? types : channel;
    return (
      <SidePanel open {...frame} onClose={close}>
        {error === undefined ? (
          <Skeleton active paragraph={{ rows: 10 }} />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )}
      </SidePanel>
    );
  }
  const form = formFromChannel(channel.data);
  const chosen = types.data?.find(({ type }) => type === kind);
  return (
    <ChannelFormView
      frame={frame}
      channel={channel.data}
      initial={chosen === undefined ? form : { ...form, type: chosen.type, models: [...chosen.models] }}
      onClose={close}
      onKeysChanged={channel.mutate}
      onSaved={saved}
    />
  );
}
