import { BarChartOutlined, DownloadOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { downloadText } from '../../lib/download.ts';
import { useText } from '../../lib/i18n.ts';
import { ErrorState } from '../error-state.tsx';
import styles from './chart-panel.module.css';
import { csvOf } from './csv.ts';
import type { FigureTable } from './figure-table.ts';
import { TableView } from './table-view.tsx';

export interface ChartPanelProps {
  readonly title: string;
  readonly description?: string;
  /** Beside the title: what the chart shows. */
  readonly tools?: ReactNode;
  /** The same figures as rows; undefined while they are loading. */
  readonly table: FigureTable | undefined;
  /** Name of the file, without its ending. */
  readonly fileName: string;
  readonly empty: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly refreshing: boolean;
  readonly children: ReactNode;
}

/** The frame of every chart: title, tools, the figures as a table or a file, and what stands there without figures. */
export function ChartPanel(props: ChartPanelProps) {
  const t = useText();
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  const { table, empty } = props;
  const shown = table !== undefined && !empty;
  return (
    <section className={styles.panel} aria-labelledby={titleId} aria-busy={props.refreshing}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h2 id={titleId} className={styles.title}>
            {props.title}
          </h2>
          {props.description !== undefined && <p className={styles.description}>{props.description}</p>}
        </div>
        <div className={styles.tools}>
          {props.tools}
          <Button
            type="text"
            size="small"
            icon={asTable ? <BarChartOutlined /> : <TableOutlined />}
            disabled={!shown}
            aria-pressed={asTable}
            aria-label={`${t('common:chart.asTable')}: ${props.title}`}
            title={asTable ? t('common:chart.asChart') : t('common:chart.asTable')}
            onClick={() => setAsTable(!asTable)}
          />
          <Button
            type="text"
            size="small"
            icon={<DownloadOutlined />}
            disabled={!shown}
            aria-label={`${t('common:chart.csv')}: ${props.title}`}
            title={t('common:chart.csv')}
            onClick={() => {
              if (table !== undefined) downloadText(`${props.fileName}.csv`, csvOf(table), 'text/csv');
            }}
          />
        </div>
      </header>
      <div className={props.refreshing && shown ? `${styles.body} ${styles.refreshing}` : styles.body}>
        {body(props, asTable, t('common:chart.none'))}
      </div>
    </section>
  );
}

function body({ table, empty, error, onRetry, title, children }: ChartPanelProps, asTable: boolean, none: string) {
  if (table === undefined) {
    return error === undefined ? <div className={styles.bone} /> : <ErrorState error={error} onRetry={onRetry} />;
  }
  if (empty) return <p className={styles.none}>{none}</p>;
  return asTable ? <TableView label={title} table={table} /> : children;
}
