import { ClearOutlined, GiftOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type Key, lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type Code, useCodes } from '../api.ts';
import { CodeCard } from '../components/code-card.tsx';
import { codeColumns } from '../components/code-columns.tsx';
import { CodeFilters } from '../components/code-filters.tsx';
import { NewCodesDialog } from '../components/new-codes-dialog.tsx';
import { useCodeActions } from '../use-code-actions.ts';
import { useCodeAddress } from '../use-code-address.ts';

const CodeEditor = lazy(async () => ({ default: (await import('../components/code-editor.tsx')).CodeEditor }));

export function RedemptionPage() {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();
  const { query, edited, narrow, edit } = useCodeAddress();
  const { data, error, isValidating, mutate } = useCodes(query);
  const actions = useCodeActions(mutate);
  const [chosen, setChosen] = useState<readonly Key[]>([]);
  const [made, setMade] = useState<readonly string[]>([]);
  const codes = data?.items.filter(({ id }) => chosen.includes(id)) ?? [];
  const narrowed = query.keyword !== '' || query.state !== undefined;

  const rowProps = (code: Code) => ({
    code,
    onEdit: () => edit(String(code.id)),
    onToggle: () => actions.toggle(code),
    onDelete: () => actions.remove(code),
  });

  function copyChosen() {
    if (codes.length === 0) feedback.failure(new Error(t('redemption:noneChosen')));
    else void feedback.copy(codes.map(({ key }) => key).join('\n'));
  }

  function confirmCleaning() {
    confirm({
      title: t('redemption:clean.title'),
      content: t('redemption:clean.text'),
      okText: t('redemption:clean.action'),
      onOk: actions.removeSpent,
    });
  }

  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
      {t('redemption:add')}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t('redemption:title')}
        description={t('redemption:text')}
        actions={
          <>
            <Button icon={<ClearOutlined />} onClick={confirmCleaning}>
              {t('redemption:clean.action')}
            </Button>
            {add}
          </>
        }
      />
      <CodeFilters query={query} chosen={codes.length} onChange={narrow} onCopy={copyChosen} />
      <RecordList<Code>
        label={t('redemption:title')}
        rows={data?.items}
        rowKey={({ id }) => id}
        columns={codeColumns(t, rowProps)}
        card={(code) => <CodeCard {...rowProps(code)} />}
        minWidth={940}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        selection={{ keys: chosen, onChange: setChosen, nameOf: ({ name, id }) => `${name} #${id}` }}
        empty={
          narrowed ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('redemption:none.title')}
              description={t('redemption:none.text')}
              action={
                <Button onClick={() => narrow({ keyword: '', state: undefined })}>{t('redemption:none.clear')}</Button>
              }
            />
          ) : (
            <EmptyState
              icon={<GiftOutlined />}
              title={t('redemption:empty.title')}
              description={t('redemption:empty.text')}
              action={add}
            />
          )
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes(data?.total ?? 0),
          onChange: (page, pageSize) => narrow(pageSize === query.pageSize ? { page } : { pageSize }),
        }}
      />
      <Suspense>
        {edited !== undefined && (
          <CodeEditor
            key={edited}
            id={edited === 'new' ? undefined : edited}
            onClose={() => edit(undefined)}
            onSaved={(codes) => {
              edit(undefined);
              setMade(codes);
              void mutate();
            }}
          />
        )}
      </Suspense>
      {made.length > 0 && <NewCodesDialog codes={made} onClose={() => setMade([])} />}
    </>
  );
}
