import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import type { Pair } from '../pairs.ts';
import { NameInput } from './name-input.tsx';
import styles from './pairs-table.module.css';

interface PairsTableProps {
  readonly id?: string;
  readonly initial: readonly Pair[];
  readonly fromLabel: string;
  readonly toLabel: string;
  readonly names: readonly string[];
  readonly onChange: (pairs: readonly Pair[]) => void;
}

interface Row extends Pair {
  readonly key: number;
}

/** Rows of two texts. Keeps rows that are not whole yet, which the text behind it cannot hold. */
export function PairsTable({ id, initial, fromLabel, toLabel, names, onChange }: PairsTableProps) {
  const t = useText();
  const [rows, setRows] = useState<readonly Row[]>(() => initial.map((pair, key) => ({ ...pair, key })));

  function put(next: readonly Row[]) {
    setRows(next);
    onChange(next);
  }

  const edit = (key: number, change: Partial<Pair>) =>
    put(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const add = () => setRows([...rows, { from: '', to: '', key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }]);

  return (
    <div {...(id === undefined ? {} : { id })} className={styles.table}>
      {rows.length > 0 && (
        <div className={styles.head} aria-hidden="true">
          <span>{fromLabel}</span>
          <span>{toLabel}</span>
        </div>
      )}
      {rows.map(({ key, from, to }, at) => (
        <div key={key} className={styles.row}>
          <NameInput
            names={names}
            code
            value={from}
            label={`${fromLabel} ${at + 1}`}
            onChange={(next) => edit(key, { from: next })}
          />
          <Input
            dir="ltr"
            className="code"
            spellCheck={false}
            value={to}
            aria-label={`${toLabel} ${at + 1}`}
            onChange={(event) => edit(key, { to: event.target.value })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('channels:mapping.remove', { name: from || String(at + 1) })}
            onClick={() => put(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={add}>
        {t('channels:mapping.add')}
      </Button>
    </div>
  );
}
