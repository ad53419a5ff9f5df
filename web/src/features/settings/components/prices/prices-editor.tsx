import { HistoryOutlined, ImportOutlined, PlusOutlined, SearchOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import { ROOT_ROLE, useUser } from '../../../../lib/session.ts';
import { useEditing } from '../../editing/editing.tsx';
import { useListed } from '../../editing/use-listed.ts';
import type { PriceView } from '../../prices/price-figures.ts';
import {
  type PriceMaps,
  type PriceTexts,
  priceKeys,
  priceRows,
  readPrices,
  withoutRow,
  withRow,
  writeFigures,
} from '../../prices/price-rows.ts';
import type { HistorySubject } from '../history-drawer.tsx';
import { OptionRow } from '../option-row.tsx';
import { OvertakenNote } from '../overtaken-note.tsx';
import { AddModel } from './add-model.tsx';
import { PriceTable } from './price-table.tsx';
import styles from './prices.module.css';
import { UnpricedModels } from './unpriced-models.tsx';
import { useResetPrices } from './use-reset-prices.ts';

const CardDialog = lazy(async () => ({ default: (await import('./card-dialog.tsx')).CardDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

type View = PriceView | 'json';

/** What models cost: as prices, as ratios, or as the JSON of the four options. */
export function PricesEditor({ onHistory }: { onHistory: (subject: HistorySubject) => void }) {
  const t = useText();
  const { states = new Map(), edit } = useEditing();
  const [view, setView] = useState<View>('prices');
  const [keyword, setKeyword] = useState('');
  const [added, setAdded] = useState<string>();
  const [importing, setImporting] = useState(false);
  const [carded, setCarded] = useState<string>();
  const onCard = (useUser()?.role ?? 0) >= ROOT_ROLE ? setCarded : undefined;
  const askReset = useResetPrices();
  const own = priceKeys.flatMap((key) => states.get(key) ?? []);
  const texts = Object.fromEntries(priceKeys.map((key) => [key, states.get(key)?.text ?? ''])) as PriceTexts;
  const maps = readPrices(texts);
  const [listed, setListed] = useListed(own);
  const rows = maps === undefined ? [] : priceRows(maps);
  const shownView: View = maps === undefined ? 'json' : view;

  function write(next: PriceMaps) {
    for (const key of priceKeys) {
      const text = writeFigures(next[key]);
      if (maps === undefined || text !== writeFigures(maps[key])) edit(key, text);
    }
  }

  return (
    <div className={styles.editor}>
      <UnpricedModels priced={new Set(rows.map(({ name }) => name))} onPrice={setAdded} />
      <div className={styles.tools}>
        <Segmented<View>
          value={shownView}
          onChange={(next) => {
            setView(next);
            if (next === 'json') setListed([]);
          }}
          aria-label={t('settings:view.label')}
          options={[
            { value: 'prices', label: t('settings:prices.asPrices'), disabled: maps === undefined },
            { value: 'ratios', label: t('settings:prices.asRatios'), disabled: maps === undefined },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <div className={styles.actions}>
          <Button icon={<PlusOutlined />} disabled={maps === undefined} onClick={() => setAdded('')}>
            {t('settings:prices.add')}
          </Button>
          <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
            {t('settings:prices.import')}
          </Button>
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                ...own.map(({ field }) => ({ key: field.key, label: t(field.label) })),
                { key: 'PriceCards', label: t('settings:history.prices') },
              ],
              onClick: ({ key }) =>
                onHistory(
                  own.find(({ field }) => field.key === key)?.field ?? { key, label: 'settings:history.prices' },
                ),
            }}
          >
            <Button icon={<HistoryOutlined />}>{t('settings:history.title')}</Button>
          </Dropdown>
          <Button danger icon={<UndoOutlined />} onClick={askReset}>
            {t('settings:prices.reset')}
          </Button>
        </div>
      </div>
      {shownView === 'json' || maps === undefined ? (
        <div>
          {own.map((state) => (
            <OptionRow key={state.field.key} state={state} onHistory={() => onHistory(state.field)} />
          ))}
        </div>
      ) : (
        <>
          <Input
            className={styles.search ?? ''}
            type="search"
            prefix={<SearchOutlined aria-hidden="true" />}
            allowClear
            value={keyword}
            placeholder={t('settings:prices.search')}
            aria-label={t('settings:prices.search')}
            onChange={(event) => setKeyword(event.target.value)}
          />
          <PriceTable
            view={shownView}
            rows={priceRows(maps, listed)}
            keyword={keyword}
            onChange={(row) => {
              setListed([...listed, row.name]);
              write(withRow(maps, row));
            }}
            onDelete={(name) => {
              setListed(listed.filter((other) => other !== name));
              write(withoutRow(maps, name));
            }}
            onCard={onCard}
          />
          {own.map((state) => state.overtaken && <OvertakenNote key={state.field.key} state={state} />)}
        </>
      )}
      {added !== undefined && maps !== undefined && (
        <AddModel
          name={added}
          taken={rows}
          onClose={() => setAdded(undefined)}
          onAdd={(row) => {
            setListed([...listed, row.name]);
            write(withRow(maps, row));
            setKeyword(row.name);
            setAdded(undefined);
          }}
          onCard={
            onCard &&
            ((name) => {
              setAdded(undefined);
              onCard(name);
            })
          }
        />
      )}
      <Suspense>
        {importing && <ImportDialog onClose={() => setImporting(false)} />}
        {carded !== undefined && <CardDialog key={carded} model={carded} onClose={() => setCarded(undefined)} />}
      </Suspense>
    </div>
  );
}
