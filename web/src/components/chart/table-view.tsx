import type { FigureTable } from './figure-table.ts';
import styles from './table-view.module.css';

/** The figures of a chart as a table that scrolls within its place. */
export function TableView({ label, table }: { label: string; table: FigureTable }) {
  const { columns, rows } = table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so the keyboard must reach it
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, numeric = false }) => (
              <th key={title} scope="col" className={numeric ? styles.numeric : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map(({ text }, index) =>
                columns[index]?.numeric === true ? (
                  <td key={columns[index].title} className={styles.numeric}>
                    <span className="figures">{text}</span>
                  </td>
                ) : (
                  <th key={columns[index]?.title} scope="row">
                    <bdi>{text}</bdi>
                  </th>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
