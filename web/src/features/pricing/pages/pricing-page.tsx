import { DollarOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { lazy, Suspense } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { firstGroup } from '../../../lib/groups.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type PriceEntry, usePriceList } from '../api.ts';
import { GroupPicker } from '../components/group-picker.tsx';
import { PriceCardView } from '../components/price-card.tsx';
import { priceColumns } from '../components/price-columns.tsx';
import { PriceFilters } from '../components/price-filters.tsx';
import { type Family, families, familyOf } from '../families.ts';
import { countTabs, found, type PriceQuery, sizes } from '../price-query.ts';
import { usePriceQuery } from '../use-price-query.ts';
import styles from './pricing-page.module.css';

const ModelPrices = lazy(async () => ({ default: (await import('../components/model-prices.tsx')).ModelPrices }));

const tabTexts: Record<Family | 'all', TextKey> = {
  all: 'pricing:tab.all',
  openai: 'pricing:tab.openai',
  claude: 'pricing:tab.claude',
  other: 'pricing:tab.other',
};

/** Models and what they cost in each group, for visitors and for who is signed in. */
export function PricingPage() {
  const t = useText();
  const feedback = useFeedback();
  const own = firstGroup(useUser()?.group ?? '');
  const { query, change } = usePriceQuery();
  const { data: list, error, isValidating, mutate } = usePriceList();
  const ratios = list?.ratios ?? {};
  const group = [query.group, own, 'default'].find((name) => name in ratios) ?? Object.keys(ratios)[0] ?? '';
  const matching = list === undefined ? [] : found(list.entries, query, group);
  const counts = countTabs(matching);
  const inTab = query.tab === 'all' ? matching : matching.filter((entry) => familyOf(entry.model_name) === query.tab);
  const tabs = (['all', ...families] as const).filter((tab) => tab === 'all' || tab === query.tab || counts[tab] > 0);
  // A shorter list than the address remembers still shows something.
  const page = Math.max(1, Math.min(query.page, Math.ceil(inTab.length / query.size)));

  function chooseGroup(chosen: string) {
    change({ group: chosen });
    feedback.success(t('pricing:group.chosen', { group: chosen, ratio: ratios[chosen] ?? 1 }));
  }

  const actions = {
    group,
    ratio: ratios[group] ?? 1,
    onChooseGroup: chooseGroup,
    onOpen: (model: string) => change({ model }),
  };
  const opened = list?.entries.find(({ model_name: name }) => name === query.model);

  return (
    <>
      <PageHeader title={t('pricing:title')} description={t('pricing:text')} />
      {list !== undefined && <GroupPicker list={list} chosen={group} onChoose={chooseGroup} />}
      <div className={styles.tabs}>
        <Segmented<PriceQuery['tab']>
          value={query.tab}
          aria-label={t('pricing:tab.label')}
          onChange={(tab) => change({ tab })}
          options={tabs.map((tab) => ({
            value: tab,
            label: t(tabTexts[tab], { models: list === undefined ? '…' : counts[tab] }),
          }))}
        />
      </div>
      <PriceFilters entries={list?.entries ?? []} query={query} group={group} onChange={change} />
      <RecordList<PriceEntry>
        label={t('pricing:title')}
        rows={list && inTab.slice((page - 1) * query.size, page * query.size)}
        rowKey={(entry) => entry.model_name}
        columns={priceColumns(t, actions)}
        card={(entry) => <PriceCardView entry={entry} actions={actions} />}
        minWidth={960}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating && list === undefined}
        empty={
          list?.entries.length === 0 ? (
            <EmptyState
              icon={<DollarOutlined />}
              title={t('pricing:empty.title')}
              description={t('pricing:empty.text')}
            />
          ) : (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('pricing:none.title')}
              description={t('pricing:none.text')}
              action={
                <Button
                  onClick={() => change({ search: '', vendors: [], purpose: undefined, reached: false, tab: 'all' })}
                >
                  {t('pricing:none.clear')}
                </Button>
              }
            />
          )
        }
        paging={{
          page,
          pageSize: query.size,
          total: inTab.length,
          sizes,
          onChange: (next, size) => change(size === query.size ? { page: next } : { size }),
        }}
      />
      <Suspense>
        {opened !== undefined && list !== undefined && (
          <ModelPrices entry={opened} list={list} actions={actions} onClose={() => change({ model: '' })} />
        )}
      </Suspense>
    </>
  );
}
