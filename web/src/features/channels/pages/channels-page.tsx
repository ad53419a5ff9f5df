import { ApiOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type Channel, type ChannelListQuery, useChannels, useChannelTypes } from '../api.ts';
import { ChannelCard } from '../components/channel-card.tsx';
import { channelColumns } from '../components/channel-columns.tsx';
import { ChannelFilters } from '../components/channel-filters.tsx';
import { useChannelActions } from '../use-channel-actions.ts';

const pageSizes = [10, 20, 50, 100];
const defaultPageSize = 20;

function firstQuery(): ChannelListQuery {
  const stored = Number(localStorage.getItem('page-size'));
  return {
    page: 1,
    pageSize: pageSizes.includes(stored) ? stored : defaultPageSize,
    idSort: localStorage.getItem('id-sort') === 'true',
    keyword: '',
    group: '',
    model: '',
  };
}

export function ChannelsPage() {
  const t = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useState(firstQuery);
  const { data, error, isValidating, mutate } = useChannels(query);
  const { data: types = [] } = useChannelTypes();
  const actions = useChannelActions(mutate);
  const filtered = query.keyword !== '' || query.group !== '' || query.model !== '';

  function change(values: Partial<ChannelListQuery>) {
    if (values.pageSize !== undefined) localStorage.setItem('page-size', String(values.pageSize));
    if (values.idSort !== undefined) localStorage.setItem('id-sort', String(values.idSort));
    setQuery((last) => ({ ...last, page: 1, ...values }));
  }

  const rowProps = (channel: Channel) => ({
    channel,
    actions,
    typeLabel:
      types.find(({ type }) => type === channel.type)?.label ?? t('channels:typeNumber', { type: channel.type }),
    onEdit: () => void navigate(`/channel/edit/${channel.id}`),
    onCopy: () => void navigate(`/channel/add?from=${channel.id}`),
  });

  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/channel/add')}>
      {t('channels:add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('channels:title')} description={t('channels:text')} actions={add} />
      <ChannelFilters query={query} onChange={change} />
      <RecordList<Channel>
        label={t('channels:title')}
        rows={data?.items}
        rowKey={(channel) => channel.id}
        columns={channelColumns(t, rowProps)}
        card={(channel) => <ChannelCard {...rowProps(channel)} />}
        minWidth={900}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        empty={
          filtered ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('channels:none.title')}
              description={t('channels:none.text')}
            />
          ) : (
            <EmptyState
              icon={<ApiOutlined />}
              title={t('channels:empty.title')}
              description={t('channels:empty.text')}
              action={add}
            />
          )
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes,
          onChange: (page, pageSize) => change(pageSize === query.pageSize ? { page } : { page, pageSize }),
        }}
      />
      <Outlet context={mutate} />
    </>
  );
}
