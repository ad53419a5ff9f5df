import { Button } from 'antd';
import { useState } from 'react';
import type { EntryChange } from '../lib/entry-changes.ts';
import { useText } from '../lib/i18n.ts';
import styles from './entry-changes.module.css';

const shownAtFirst = 30;

/** What changed, before and after, entry by entry. */
export function EntryChanges({ changes }: { changes: readonly EntryChange[] }) {
  const t = useText();
  const [whole, setWhole] = useState(false);
  const shown = whole ? changes : changes.slice(0, shownAtFirst);
  return (
    <>
      <ul className={styles.entries}>
        {shown.map(({ name, before, after }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name
          <li key={at} className={styles.entry}>
            {name !== '' && <span className={`code ${styles.name}`}>{name}</span>}
            {before !== undefined && (
              <del className={styles.before}>
                <Value text={before} />
              </del>
            )}
            {before !== undefined && after !== undefined && (
              <span className={styles.arrow} aria-hidden="true">
                →
              </span>
            )}
            {after === undefined ? (
              <span className="quiet">{t('common:changes.removed')}</span>
            ) : (
              <ins className={styles.after}>
                <Value text={after} />
              </ins>
            )}
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button type="link" onClick={() => setWhole(true)}>
          {t('common:changes.all', { count: changes.length })}
        </Button>
      )}
    </>
  );
}

function Value({ text }: { text: string }) {
  const t = useText();
  return text === '' ? <em>{t('common:changes.empty')}</em> : <bdi>{text}</bdi>;
}
