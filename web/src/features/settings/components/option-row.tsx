import { HistoryOutlined, LockOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import type { OptionState } from '../editing/draft.ts';
import { useEditing } from '../editing/editing.tsx';
import { problemOf } from '../editing/problem.ts';
import { OptionControl } from './controls/option-control.tsx';
import styles from './option-row.module.css';
import { OvertakenNote } from './overtaken-note.tsx';

/** Kinds whose controls need the whole width. */
const wideKinds: readonly string[] = ['html', 'lines', 'ratios', 'texts', 'links'];

/** One setting with its explanation; marked while it differs from what is saved. */
export function OptionRow({ state, onHistory }: { state: OptionState; onHistory: () => void }) {
  const t = useText();
  const { states = new Map() } = useEditing();
  const { field, definition, changed, overtaken } = state;
  const row = useRef<HTMLDivElement>(null);
  const { hash, key: visit } = useLocation();
  const found = hash === `#${field.key}`;
  const problem = problemOf(state, states);
  const [hintId, problemId] = [`${field.key}-hint`, `${field.key}-problem`];
  const label = t(field.label);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same setting can be searched for again
  useEffect(() => {
    if (!found) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.querySelector<HTMLElement>(`[id="${field.key}"]`)?.focus({ preventScroll: true });
  }, [found, visit, field.key]);

  return (
    <div
      ref={row}
      className={wideKinds.includes(definition?.kind ?? '') ? `${styles.row} ${styles.wide}` : styles.row}
      data-found={found}
    >
      <div>
        <div className={styles.head}>
          <label className={styles.label} htmlFor={field.key}>
            {label}
          </label>
          {changed && <span className={styles.changed}>{t('settings:changed')}</span>}
          {definition !== undefined && definition.version > 0 && (
            <Button
              type="text"
              size="small"
              icon={<HistoryOutlined />}
              aria-label={t('settings:history.of', { name: label })}
              title={t('settings:history.title')}
              onClick={onHistory}
            />
          )}
        </div>
        <p className={styles.key}>
          <span className="code">{field.key}</span>
        </p>
        {field.hint !== undefined && (
          <p id={hintId} className={styles.hint}>
            {t(field.hint)}
          </p>
        )}
      </div>
      <div className={styles.side}>
        {definition === undefined ? (
          <span className={styles.locked}>
            <LockOutlined aria-hidden="true" />
            {t('settings:locked')}
          </span>
        ) : (
          <OptionControl
            state={state}
            invalid={problem !== undefined}
            describedBy={[field.hint && hintId, problem && problemId].filter(Boolean).join(' ')}
          />
        )}
        {problem !== undefined && (
          <p id={problemId} className={styles.problem} role="alert">
            {t(problem.text, {
              ...problem.values,
              names: (problem.missing ?? []).map((missing) => t(missing.label)).join(t('settings:listSeparator')),
            })}
          </p>
        )}
        {changed && field.warning !== undefined && <Alert type="warning" showIcon title={t(field.warning)} />}
        {overtaken && <OvertakenNote state={state} />}
      </div>
    </div>
  );
}
