import { KeyOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { deleteToken, setTokenStatus, type Token, tokenStatus, useTokens } from '../api.ts';
import { BaseAddress } from '../components/base-address.tsx';
import { SamplesDialog } from '../components/samples-dialog.tsx';
import { TokenCard } from '../components/token-card.tsx';
import { tokenColumns } from '../components/token-columns.tsx';
import styles from './tokens-page.module.css';

const TokenEditor = lazy(async () => ({ default: (await import('../components/token-editor.tsx')).TokenEditor }));

const pageSizes = [10, 20, 30, 50, 100];

export function TokensPage() {
  const t = useText();
  const feedback = useFeedback();
  const [query, setQuery] = useState({ page: 1, pageSize: 10, keyword: '' });
  const [edited, setEdited] = useState<Token | 'new'>();
  const [sampled, setSampled] = useState<Token>();
  const { data, error, isValidating, mutate } = useTokens(query);

  async function change(call: Promise<unknown>) {
    try {
      await call;
      await mutate();
      feedback.success(t('common:done'));
    } catch (failure) {
      feedback.failure(failure);
    }
  }

  const actions = (token: Token) => ({
    token,
    onEdit: () => setEdited(token),
    onShowSamples: () => setSampled(token),
    onToggle: () =>
      void change(
        setTokenStatus(token.id, token.status === tokenStatus.disabled ? tokenStatus.enabled : tokenStatus.disabled),
      ),
    onDelete: () => change(deleteToken(token.id)),
  });

  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
      {t('tokens:add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('tokens:title')} description={t('tokens:text')} actions={add} />
      <div className={styles.tools}>
        <Input.Search
          className={styles.search ?? ''}
          placeholder={t('tokens:search')}
          aria-label={t('tokens:search')}
          allowClear
          onSearch={(keyword) => setQuery((last) => ({ ...last, keyword: keyword.trim(), page: 1 }))}
        />
        <BaseAddress />
      </div>
      <RecordList<Token>
        label={t('tokens:title')}
        rows={data?.items}
        rowKey={(token) => token.id}
        columns={tokenColumns(t, actions)}
        card={(token) => <TokenCard {...actions(token)} />}
        minWidth={920}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        empty={
          query.keyword === '' ? (
            <EmptyState
              icon={<KeyOutlined />}
              title={t('tokens:empty.title')}
              description={t('tokens:empty.text')}
              action={add}
            />
          ) : (
            <EmptyState icon={<SearchOutlined />} title={t('tokens:none.title')} description={t('tokens:none.text')} />
          )
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes,
          onChange: (page, pageSize) => setQuery((last) => ({ ...last, page, pageSize })),
        }}
      />
      <Suspense>
        {edited !== undefined && (
          <TokenEditor
            token={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onSaved={() => {
              setEdited(undefined);
              void mutate();
            }}
          />
        )}
      </Suspense>
      {sampled !== undefined && <SamplesDialog token={sampled} onClose={() => setSampled(undefined)} />}
    </>
  );
}
