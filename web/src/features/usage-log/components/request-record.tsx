import { Collapse } from 'antd';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type LogRow, logType } from '../api.ts';
import { parseOther } from '../log-other.ts';
import { ChannelTries } from './channel-tries.tsx';
import { CostTable } from './cost-table.tsx';
import { isRequest } from './log-cells.tsx';
import { ReceiptCheck } from './receipt-check.tsx';
import styles from './request-drawer.module.css';
import { RequestFacts } from './request-facts.tsx';
import { RequestFigures } from './request-figures.tsx';
import { RequestTimeline } from './request-timeline.tsx';
import { TokenBar } from './token-bar.tsx';

interface RequestRecordProps {
  readonly row: LogRow;
  readonly refunds: readonly LogRow[];
  readonly administrator: boolean;
}

/** The parts of one record, the ones looked for most first. */
export function RequestRecord({ row, refunds, administrator }: RequestRecordProps) {
  const t = useText();
  const other = parseOther(row.other);
  const json = JSON.stringify({ ...row, other }, null, 2);
  const tries = other.admin_info?.tries ?? [];
  const counted = row.prompt_tokens + row.completion_tokens > 0;
  return (
    <>
      <RequestFigures row={row} />
      {isRequest(row) ? (
        <>
          <Part title={t('log:course')}>
            <RequestFacts row={row} other={other} />
          </Part>
          <Part title={t('log:timeline')}>
            <RequestTimeline row={row} other={other} refunds={refunds} />
          </Part>
          {administrator && tries.length > 0 && (
            <Part title={t('log:tries')}>
              <ChannelTries tries={tries} />
            </Part>
          )}
          {counted && (
            <Part title={t('log:column.tokens')}>
              <TokenBar row={row} other={other} />
            </Part>
          )}
          <Part title={t('log:cost.title')}>
            <CostTable row={row} other={other} />
            {row.type === logType.consumption && (
              <div className={styles.check}>
                <ReceiptCheck requestId={row.request_id} />
              </div>
            )}
          </Part>
        </>
      ) : (
        <Part title={t('log:record.content')}>
          <p className={styles.content}>
            <bdi>{row.content || '—'}</bdi>
          </p>
        </Part>
      )}
      <Collapse ghost items={[{ key: 'json', label: t('log:record.json'), children: <CodeBlock text={json} /> }]} />
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}
