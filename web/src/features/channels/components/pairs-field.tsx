import { Alert, Segmented } from 'antd';
import { useState } from 'react';
import { JsonField } from '../../../components/json-field.tsx';
import { useText } from '../../../lib/i18n.ts';
import { pairsFromText, textFromPairs } from '../pairs.ts';
import styles from './pairs-field.module.css';
import { PairsTable } from './pairs-table.tsx';

interface PairsFieldProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly fromLabel: string;
  readonly toLabel: string;
  /** Offered on the left side. */
  readonly names?: readonly string[];
  readonly template: object;
}

/** A JSON object of texts, as a table of two columns or as JSON; for use inside a Form.Item. */
export function PairsField({ id, value = '', onChange, fromLabel, toLabel, names, template }: PairsFieldProps) {
  const t = useText();
  const pairs = pairsFromText(value);
  const [chosen, setChosen] = useState<'table' | 'json'>('table');
  // Typing in one view must not throw the person into the other.
  const view = chosen === 'table' && pairs === undefined ? 'lost' : chosen;
  return (
    <div className={styles.field}>
      <Segmented
        size="small"
        value={chosen}
        onChange={setChosen}
        options={[
          { value: 'table', label: t('channels:mapping.table') },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {view === 'table' && (
        <PairsTable
          {...(id === undefined ? {} : { id })}
          initial={pairs ?? []}
          fromLabel={fromLabel}
          toLabel={toLabel}
          names={names ?? []}
          onChange={(next) => onChange?.(textFromPairs(next))}
        />
      )}
      {view === 'lost' && <Alert type="info" showIcon title={t('channels:mapping.onlyJson')} />}
      {view === 'json' && (
        <JsonField
          {...(id === undefined ? {} : { id })}
          value={value}
          template={template}
          onChange={(text) => onChange?.(text)}
        />
      )}
    </div>
  );
}
