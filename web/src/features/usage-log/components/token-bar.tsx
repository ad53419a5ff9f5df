import { useText } from '../../../lib/i18n.ts';
import type { LogRow } from '../api.ts';
import { type TokenKind, tokensByKind } from '../cost.ts';
import type { LogOther } from '../log-other.ts';
import { costKinds } from './cost-table.tsx';
import styles from './token-bar.module.css';

/** What a request read and wrote, by kind of token; nothing when it counted none. */
export function TokenBar({ row, other }: { row: LogRow; other: LogOther }) {
  const t = useText();
  const counts = tokensByKind(row, other);
  const reasoning = Math.min(other.reasoning_tokens ?? 0, counts.output);
  const parts = [
    ...(Object.entries({ ...counts, output: counts.output - reasoning }) as [TokenKind, number][]).map(
      ([kind, count]) => ({ kind, count, text: costKinds[kind] }),
    ),
    { kind: 'reasoning', count: reasoning, text: 'log:kind.reasoning' } as const,
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return null;
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ kind, count }) => (
          <span key={kind} className={styles[kind]} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {parts.map(({ kind, count, text }) => (
          <li key={kind} className={styles.kind}>
            <span className={`${styles.mark} ${styles[kind]}`} aria-hidden="true" />
            {t(text)}
            <span className={`figures ${styles.count}`}>{count.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
