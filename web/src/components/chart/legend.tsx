import type { Series } from './chart-data.ts';
import styles from './legend.module.css';

interface LegendProps {
  readonly series: readonly Series[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** What a series comes to, beside its name. */
  readonly sumOf?: ((id: string) => string) | undefined;
}

/** Names the series; a press hides one or shows it again. */
export function Legend({ series, hidden, onToggle, sumOf }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {series.map(({ id, name, color, dashed }) => (
        <li key={id} className={styles.entry}>
          <button type="button" className={styles.button} aria-pressed={!hidden.has(id)} onClick={() => onToggle(id)}>
            <span
              className={dashed === true ? `${styles.mark} ${styles.dashed}` : styles.mark}
              style={{ color }}
              aria-hidden="true"
            />
            <span className={styles.name}>
              <bdi>{name}</bdi>
            </span>
            {sumOf !== undefined && <span className={`figures ${styles.sum}`}>{sumOf(id)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
