import { Segmented } from 'antd';
import { useState } from 'react';
import { entryChanges } from '../../../../lib/entry-changes.ts';
import { useText } from '../../../../lib/i18n.ts';
import { useEditing } from '../../editing/editing.tsx';
import { useListed } from '../../editing/use-listed.ts';
import { type GroupRow, type GroupTexts, groupKeys, readGroups, writeGroups } from '../../groups.ts';
import type { HistorySubject } from '../history-drawer.tsx';
import { OptionRow } from '../option-row.tsx';
import { OvertakenNote } from '../overtaken-note.tsx';
import { GroupTable } from './group-table.tsx';
import styles from './groups-editor.module.css';

/** Groups of users with what they pay: as one table, or as the JSON of the three options. */
export function GroupsEditor({ onHistory }: { onHistory: (subject: HistorySubject) => void }) {
  const t = useText();
  const { states = new Map(), edit } = useEditing();
  const [view, setView] = useState<'table' | 'json'>('table');
  const own = groupKeys.flatMap((key) => states.get(key) ?? []);
  const texts = Object.fromEntries(groupKeys.map((key) => [key, states.get(key)?.text ?? ''])) as GroupTexts;
  const [listed, setListed] = useListed(own);
  const rows = readGroups(texts, listed);
  const isTable = view === 'table' && rows !== undefined;

  function change(next: readonly GroupRow[]) {
    setListed(next.map(({ name }) => name));
    const written = writeGroups(next);
    for (const { field, definition, text } of own) {
      const wanted = written[field.key as keyof GroupTexts];
      if (definition !== undefined && entryChanges(text, wanted).length > 0) edit(field.key, wanted);
    }
  }

  return (
    <div className={styles.editor}>
      <div>
        <Segmented<'table' | 'json'>
          value={isTable ? 'table' : 'json'}
          onChange={(next) => {
            setView(next);
            if (next === 'json') setListed([]);
          }}
          aria-label={t('settings:view.label')}
          options={[
            { value: 'table', label: t('settings:view.table'), disabled: rows === undefined },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>
      {isTable ? (
        <>
          <GroupTable rows={rows} locked={states.get('TopupGroupRatio')?.definition === undefined} onChange={change} />
          {own.map((state) => state.overtaken && <OvertakenNote key={state.field.key} state={state} />)}
        </>
      ) : (
        <div>
          {own.map((state) => (
            <OptionRow key={state.field.key} state={state} onHistory={() => onHistory(state.field)} />
          ))}
        </div>
      )}
    </div>
  );
}
