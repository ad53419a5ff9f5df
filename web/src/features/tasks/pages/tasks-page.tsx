import { PictureOutlined } from '@ant-design/icons';
import { App, Button, Tabs } from 'antd';
import { lazy, Suspense } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { useWork, useWorks, type WorkKind } from '../api.ts';
import { WorkCard } from '../components/work-card.tsx';
import { type WorkRowActions, workColumns } from '../components/work-columns.tsx';
import { WorkFilters } from '../components/work-filters.tsx';
import { useWorkQuery } from '../use-work-query.ts';
import type { Work } from '../work.ts';
import { pageSizes } from '../work-query.ts';

const WorkDialog = lazy(async () => ({ default: (await import('../components/work-dialog.tsx')).WorkDialog }));

/** Songs and videos in one tab, drawings in the other, as far as the site has them. */
export function TasksPage() {
  const t = useText();
  const { modal } = App.useApp();
  const administrator = useIsAdministrator();
  const { enable_task: hasTasks, enable_drawing: hasDrawings } = useSiteStatus();
  const { query, narrow, clear, open } = useWorkQuery(hasTasks || !hasDrawings ? 'tasks' : 'drawings');
  const list = useWorks(query.kind, query, query.page, query.pageSize, administrator);
  const { data, works, error, isValidating, mutate } = list;

  const listed = works?.find(({ workId }) => workId === query.record);
  const missing = query.record !== '' && works !== undefined && listed === undefined;
  const found = useWork(query.kind, missing ? query.record : '', administrator);
  const opened = query.record === '' ? undefined : (listed ?? found);

  const actions: WorkRowActions = {
    onOpen: ({ workId }) => open(workId),
    onShowReason: ({ failReason }) =>
      modal.error({ title: t('tasks:column.reason'), content: <span dir="auto">{failReason}</span>, closable: true }),
  };

  const tabs: { key: WorkKind; label: string }[] = [
    ...(hasTasks || query.kind === 'tasks' ? [{ key: 'tasks' as const, label: t('tasks:tab.tasks') }] : []),
    ...(hasDrawings || query.kind === 'drawings' ? [{ key: 'drawings' as const, label: t('tasks:tab.drawings') }] : []),
  ];

  return (
    <>
      <PageHeader title={t('tasks:title')} description={administrator ? t('tasks:textAll') : t('tasks:text')} />
      <Tabs
        activeKey={query.kind}
        items={tabs}
        onChange={(kind) => narrow({ kind: kind as WorkKind, id: '', status: '', record: '' })}
      />
      <WorkFilters
        query={query}
        administrator={administrator}
        refreshing={isValidating}
        onNarrow={narrow}
        onRefresh={() => void mutate()}
      />
      <RecordList<Work>
        label={query.kind === 'tasks' ? t('tasks:tab.tasks') : t('tasks:tab.drawings')}
        rows={works}
        rowKey={(work) => work.id}
        columns={workColumns(t, query.kind, administrator, actions)}
        card={(work) => <WorkCard work={work} actions={actions} />}
        minWidth={1060}
        error={error}
        onRetry={() => void mutate()}
        refreshing={list.isLoading}
        empty={
          <EmptyState
            icon={<PictureOutlined />}
            title={t('tasks:empty.title')}
            description={t('tasks:empty.text')}
            action={
              query.start === 0 ? (
                <Button onClick={clear}>{t('tasks:empty.clear')}</Button>
              ) : (
                <Button onClick={() => narrow({ start: 0, end: 0, id: '', status: '', channel: '' })}>
                  {t('tasks:empty.showAll')}
                </Button>
              )
            }
          />
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes,
          onChange: (page, pageSize) => narrow(pageSize === query.pageSize ? { page } : { pageSize }),
        }}
      />
      <Suspense>{opened !== undefined && <WorkDialog work={opened} onClose={() => open('')} />}</Suspense>
    </>
  );
}
