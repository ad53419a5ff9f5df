import { KeyOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type Token, useTokens } from '../api.ts';
import { BatchBar } from '../components/batch-bar.tsx';
import { TokenCard } from '../components/token-card.tsx';
import { tokenColumns } from '../components/token-columns.tsx';
import { TokenFilters } from '../components/token-filters.tsx';
import { pageSizes } from '../token-query.ts';
import { useTokenActions } from '../use-token-actions.ts';
import { useTokenAddress } from '../use-token-address.ts';

const TokenDialogs = lazy(async () => ({ default: (await import('../components/token-dialogs.tsx')).TokenDialogs }));

/** The person's API keys. `banner` stands between title and list. */
export function TokensPage({ banner }: { banner?: ReactNode }) {
  const t = useText();
  const { query, change, opened, open } = useTokenAddress();
  const [key, setKey] = useState('');
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [made, setMade] = useState<readonly number[]>([]);
  const { data, error, isValidating, mutate } = useTokens({ ...query, key });
  const actions = useTokenActions(mutate, open);

  const selected = ticked.filter((id) => data?.items.some((token) => token.id === id));
  const isNarrowed = query.keyword !== '' || query.status !== 0 || key !== '';
  const rowProps = (token: Token) => ({ token, ...actions.of(token) });
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => open('new')}>
      {t('tokens:add')}
    </Button>
  );

  function saved(ids: readonly number[]) {
    setMade(ids.length > 1 ? ids : []);
    // A key that was just made is what its owner wants to use next.
    open(ids.length === 1 ? { samplesOf: ids[0] as number } : undefined);
    void mutate();
  }

  return (
    <>
      <PageHeader title={t('tokens:title')} description={t('tokens:text')} actions={add} />
      {banner}
      <TokenFilters query={query} searchedKey={key} onChange={change} onKey={setKey} />
      <BatchBar
        count={selected.length}
        onClear={() => setTicked([])}
        onDelete={async () => {
          await actions.remove(selected);
          setTicked([]);
        }}
      />
      <RecordList<Token>
        label={t('tokens:title')}
        rows={data?.items}
        rowKey={(token) => token.id}
        columns={tokenColumns(t, rowProps)}
        card={(token) => <TokenCard {...rowProps(token)} />}
        minWidth={980}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        selection={{
          keys: selected,
          nameOf: ({ name }) => name,
          onChange: (keys) => setTicked(keys.map(Number)),
        }}
        empty={
          isNarrowed ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('tokens:none.title')}
              description={t('tokens:none.text')}
              action={
                <Button
                  onClick={() => {
                    setKey('');
                    change({ keyword: '', status: 0 });
                  }}
                >
                  {t('tokens:none.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<KeyOutlined />}
              title={t('tokens:empty.title')}
              description={t('tokens:empty.text')}
              action={add}
            />
          )
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes,
          onChange: (page, pageSize) => change(pageSize === query.pageSize ? { page } : { pageSize }),
        }}
      />
      <Suspense>
        {(opened !== undefined || made.length > 0) && (
          <TokenDialogs
            opened={opened}
            made={made}
            onClose={() => open(undefined)}
            onSaved={saved}
            onMadeSeen={() => setMade([])}
          />
        )}
      </Suspense>
    </>
  );
}
