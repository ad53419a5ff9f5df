import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Switch } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { useIsNarrow } from '../../../../lib/use-media-query.ts';
import { defaultGroup, type GroupRow } from '../../groups.ts';
import { FigureInput } from '../figure-input.tsx';
import { AddGroup } from './add-group.tsx';
import styles from './groups-editor.module.css';

interface GroupTableProps {
  readonly rows: readonly GroupRow[];
  /** Prices of top-ups are not for this person. */
  readonly locked: boolean;
  readonly onChange: (rows: readonly GroupRow[]) => void;
}

/** One row for each group: what it pays for usage and for credit, and whether users may choose it. */
export function GroupTable({ rows, locked, onChange }: GroupTableProps) {
  const t = useText();
  const narrow = useIsNarrow();
  const change = (name: string, part: Partial<GroupRow>) =>
    onChange(rows.map((row) => (row.name === name ? { ...row, ...part } : row)));

  const cellsOf = (row: GroupRow) => ({
    ratio: (
      <FigureInput
        className={styles.number ?? ''}
        value={row.ratio}
        label={t('settings:groups.ratioOf', { name: row.name })}
        onChange={(ratio) => change(row.name, { ratio })}
      />
    ),
    usable: (
      <span className={styles.usable}>
        <Switch
          size="small"
          checked={row.description !== undefined}
          aria-label={t('settings:groups.usableOf', { name: row.name })}
          onChange={(on) => change(row.name, { description: on ? row.name : undefined })}
        />
        <Input
          dir="auto"
          disabled={row.description === undefined}
          value={row.description ?? ''}
          placeholder={t('settings:groups.description')}
          aria-label={t('settings:groups.descriptionOf', { name: row.name })}
          onChange={(event) => change(row.name, { description: event.target.value })}
        />
      </span>
    ),
    topUp: (
      <FigureInput
        className={styles.number ?? ''}
        value={row.topUpRatio}
        disabled={locked}
        placeholder="1"
        label={t('settings:groups.topUpOf', { name: row.name })}
        onChange={(topUpRatio) => change(row.name, { topUpRatio })}
      />
    ),
    remove: row.name !== defaultGroup && (
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('settings:groups.delete', { name: row.name })}
        onClick={() => onChange(rows.filter(({ name }) => name !== row.name))}
      />
    ),
  });

  return (
    <>
      {narrow ? (
        <ul className={styles.cards}>
          {rows.map((row) => {
            const cells = cellsOf(row);
            return (
              <li key={row.name} className={styles.card}>
                <div className={styles.head}>
                  <bdi>{row.name}</bdi>
                  {cells.remove}
                </div>
                <div className={styles.field}>
                  <span className="quiet">{t('settings:groups.ratio')}</span>
                  {cells.ratio}
                </div>
                <div className={styles.field}>
                  <span className="quiet">{t('settings:groups.usable')}</span>
                  {cells.usable}
                </div>
                <div className={styles.field}>
                  <span className="quiet">{t('settings:groups.topUp')}</span>
                  {cells.topUp}
                </div>
              </li>
            );
          })}
        </ul>
      ) : (
        <table className={styles.table}>
          <caption className="visually-hidden">{t('settings:groups')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('settings:groups.name')}</th>
              <th scope="col">{t('settings:groups.ratio')}</th>
              <th scope="col">{t('settings:groups.usable')}</th>
              <th scope="col">{t('settings:groups.topUp')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('common:actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const cells = cellsOf(row);
              return (
                <tr key={row.name}>
                  <th scope="row">
                    <bdi>{row.name}</bdi>
                  </th>
                  <td>{cells.ratio}</td>
                  <td>{cells.usable}</td>
                  <td>{cells.topUp}</td>
                  <td>{cells.remove}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <AddGroup
        taken={rows.map(({ name }) => name)}
        onAdd={(name) => onChange([...rows, { name, ratio: '1', description: undefined, topUpRatio: undefined }])}
      />
    </>
  );
}
