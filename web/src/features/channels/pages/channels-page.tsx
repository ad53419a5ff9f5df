import { BranchesOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type Key, useCallback, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type Channel, useChannels, useChannelTypes } from '../api.ts';
import { isNarrowed, noFilter } from '../channel-filter.ts';
import { BatchTagDialog } from '../components/batch-tag-dialog.tsx';
import { ChannelCard } from '../components/channel-card.tsx';
import { channelColumns } from '../components/channel-columns.tsx';
import { ChannelFilters } from '../components/channel-filters.tsx';
import { ListMenu } from '../components/list-menu.tsx';
import { ProviderPicker } from '../components/provider-picker.tsx';
import { RunProgress } from '../components/run-progress.tsx';
import { SelectionBar } from '../components/selection-bar.tsx';
import { TagCard } from '../components/tag-card.tsx';
import { groupByTag, idsOf, isTagRow, type ListRow, rowKey, type TagRow } from '../tag-rows.ts';
import { useChannelActions } from '../use-channel-actions.ts';
import { pageSizes, useChannelQuery } from '../use-channel-query.ts';
import { useListAddress } from '../use-list-address.ts';
import { useTagging } from '../use-tagging.ts';

/** What the list gives to the pages that open over it. */
export interface ChannelsOutlet {
  readonly reload: () => Promise<unknown>;
}

export function ChannelsPage() {
  const t = useText();
  const open = useListAddress();
  const state = useChannelQuery();
  const { query, narrow, setPageSize } = state;
  const { data, error, isValidating, mutate } = useChannels(query);
  const { mutate: mutateAny } = useSWRConfig();
  const { data: types = [] } = useChannelTypes();
  const actions = useChannelActions(mutate);
  const [chosen, setChosen] = useState<readonly Key[]>([]);
  const reload = useCallback(() => Promise.all([mutate(), mutateAny('/api/channel/tags')]), [mutate, mutateAny]);

  const rows = data === undefined || !query.byTag ? data?.items : groupByTag(data.items);
  const ids = idsOf(chosen, rows ?? []);
  const tagging = useTagging(ids);

  const ofChannel = (channel: Channel) => ({
    channel,
    actions,
    typeLabel:
      types.find(({ type }) => type === channel.type)?.label ?? t('channels:typeNumber', { type: channel.type }),
    onEdit: () => open(`/edit/${channel.id}`),
    onTest: () => open(`/test/${channel.id}`),
  });
  const ofTag = (row: TagRow) => ({ row, actions, onEdit: () => open(`/tag/${encodeURIComponent(row.tag)}`) });

  return (
    <>
      <PageHeader
        title={t('channels:title')}
        description={t('channels:text')}
        actions={
          <>
            <Button icon={<BranchesOutlined />} onClick={() => open('/explain')}>
              {t('channels:explain.action')}
            </Button>
            <ListMenu reload={reload} onSetTag={tagging.begin} />
            <Button type="primary" icon={<PlusOutlined />} onClick={() => open('/add')}>
              {t('channels:add')}
            </Button>
          </>
        }
      />
      <ChannelFilters {...state} />
      <RunProgress kind="test" onFinished={reload} />
      <RunProgress kind="balance" onFinished={reload} />
      <SelectionBar ids={ids} onSetTag={tagging.begin} onClear={() => setChosen([])} onDone={reload} />
      <RecordList<ListRow>
        label={t('channels:title')}
        rows={rows}
        rowKey={rowKey}
        columns={channelColumns(t, ofChannel, ofTag)}
        card={(row) =>
          isTagRow(row) ? <TagCard {...ofTag(row)} ofChannel={ofChannel} /> : <ChannelCard {...ofChannel(row)} />
        }
        minWidth={1040}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        selection={{
          keys: chosen,
          onChange: setChosen,
          nameOf: (row) => (isTagRow(row) ? row.tag : row.name),
        }}
        empty={
          isNarrowed(query) ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('channels:none.title')}
              description={t('channels:none.text')}
              action={
                <Button onClick={() => narrow({ ...noFilter, byTag: query.byTag })}>{t('channels:none.clear')}</Button>
              }
            />
          ) : (
            <ProviderPicker onChoose={(type) => open('/add', { kind: String(type) })} />
          )
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes,
          onChange: (page, pageSize) => (pageSize === query.pageSize ? narrow({ page }) : setPageSize(pageSize)),
        }}
      />
      {tagging.open && <BatchTagDialog ids={ids} onClose={tagging.end} onDone={reload} />}
      <Outlet context={{ reload } satisfies ChannelsOutlet} />
    </>
  );
}
