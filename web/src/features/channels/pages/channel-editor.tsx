import { Drawer, Skeleton } from 'antd';
import { useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../../components/error-state.tsx';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { directionOf } from '../../../lib/languages.ts';
import { useIsNarrow } from '../../../lib/use-media-query.ts';
import { type Channel, useChannel } from '../api.ts';
import { formFromChannel } from '../channel-form.ts';
import { ChannelFormView } from '../components/channel-form-view.tsx';

const drawerWidthPx = 680;

/** The side drawer over the list: a new channel, a copy of one (`?from=id`), or an existing one. */
export function ChannelEditor() {
  const t = useText();
  const navigate = useNavigate();
  const reload = useOutletContext<() => Promise<unknown>>();
  const narrow = useIsNarrow();
  const direction = directionOf(useLanguage());
  const { id } = useParams();
  const [search] = useSearchParams();
  const source = id ?? search.get('from');
  const { data, error, mutate } = useChannel(source === null ? undefined : Number(source));

  const close = () => void navigate('/channel');
  async function saved() {
    await Promise.all([reload(), source === null ? undefined : mutate()]);
    close();
  }

  const title = id === undefined ? t('channels:add') : t('channels:edit', { name: data?.name ?? `#${id}` });
  if (source !== null && data === undefined) {
    return (
      <Drawer
        open
        title={title}
        size={narrow ? '100%' : drawerWidthPx}
        placement={direction === 'rtl' ? 'left' : 'right'}
        onClose={close}
      >
        {error === undefined ? (
          <Skeleton active paragraph={{ rows: 10 }} />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )}
      </Drawer>
    );
  }
  return (
    <ChannelFormView
      key={source ?? 'new'}
      title={title}
      size={narrow ? '100%' : drawerWidthPx}
      placement={direction === 'rtl' ? 'left' : 'right'}
      id={id === undefined ? undefined : Number(id)}
      initial={startingForm(id, data, t('channels:copySuffix'))}
      onClose={close}
      onSaved={saved}
    />
  );
}

function startingForm(id: string | undefined, source: Channel | undefined, copySuffix: string) {
  const form = formFromChannel(source);
  return id === undefined && source !== undefined ? { ...form, name: `${form.name} ${copySuffix}` } : form;
}
