import styles from './sparkline.module.css';

const height = 32;
const step = 10;

/** How a figure went, without axes; gaps where nothing is known. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known);
  const least = Math.min(0, ...known);
  const y = (value: number) => height - 2 - ((value - least) / (most - least || 1)) * (height - 4);
  const runs = runsOf(values).map((run) => run.map(([index, value]) => `${index * step},${y(value).toFixed(1)}`));
  const width = Math.max(1, values.length - 1) * step;
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {runs.map((points) => (
        <polyline key={points[0]} className={styles.line} points={points.join(' ')} />
      ))}
    </svg>
  );
}

/** Neighbours that are known, with their places. A single one becomes a short line. */
function runsOf(values: readonly (number | null)[]): [number, number][][] {
  const runs: [number, number][][] = [];
  let run: [number, number][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) {
      run = [];
      continue;
    }
    if (run.length === 0) runs.push(run);
    run.push([index, value]);
  }
  return runs.map((each) => (each.length === 1 && each[0] ? [each[0], [each[0][0] + 0.3, each[0][1]]] : each));
}
