import type { Point, Series, Unit } from './chart-data.ts';
import styles from './chart-tooltip.module.css';

interface ChartTooltipProps {
  readonly title: string;
  readonly point: Point;
  /** From the bottom of a stack to its top. */
  readonly series: readonly Series[];
  readonly unit: Unit;
  /** Name of the sum below the figures. */
  readonly sumTitle?: string | undefined;
}

/** The figures of one stretch, greatest part first as the stack shows them. */
export function ChartTooltip({ title, point, series, unit, sumTitle }: ChartTooltipProps) {
  const known = series.flatMap((entry) => {
    const value = point.values[entry.id];
    return value === null || value === undefined || (value === 0 && series.length > 2) ? [] : [{ ...entry, value }];
  });
  return (
    <div className={styles.tooltip}>
      <p className={styles.title}>{title}</p>
      <dl className={styles.figures}>
        {known.map(({ id, name, color, value }) => (
          <div key={id}>
            <dt>
              <span className={styles.mark} style={{ background: color }} aria-hidden="true" />
              <bdi className={styles.name}>{name}</bdi>
            </dt>
            <dd className="figures">{unit.text(value)}</dd>
          </div>
        ))}
        {sumTitle !== undefined && known.length !== 1 && (
          <div className={styles.sum}>
            <dt>{sumTitle}</dt>
            <dd className="figures">{unit.text(known.reduce((sum, { value }) => sum + value, 0))}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
