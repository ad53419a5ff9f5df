import { Moment } from '../../../components/moment.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { Work } from '../work.ts';
import styles from './work-card.module.css';
import { DrawingButtons, FailReason, TimeSpent, WorkId, WorkProgress, WorkResult, WorkStatus } from './work-cells.tsx';
import { actionWord, type WorkRowActions } from './work-columns.tsx';

/** A song, a video or a drawing on a phone. */
export function WorkCard({ work, actions }: { work: Work; actions: WorkRowActions }) {
  const t = useText();
  const open = () => actions.onOpen(work);
  return (
    <RecordCard
      title={
        <span className={styles.title}>
          {actionWord(t, work)} <WorkStatus work={work} />
        </span>
      }
      actions={<WorkProgress work={work} />}
      facts={[
        { label: t('tasks:column.submitted'), value: <Moment seconds={work.submittedAt} /> },
        { label: t('tasks:column.spent'), value: <TimeSpent work={work} /> },
        { label: t('tasks:column.id'), value: <WorkId work={work} onOpen={open} /> },
        {
          label: t('tasks:column.reason'),
          value: <FailReason work={work} onOpen={() => actions.onShowReason(work)} />,
        },
        ...(work.channelId === undefined
          ? []
          : [{ label: t('tasks:column.channel'), value: <span className="figures">{work.channelId}</span> }]),
      ]}
    >
      {(work.prompt !== '' || work.results.length > 0) && (
        <div className={styles.made}>
          {work.results.length > 0 && <WorkResult work={work} onOpen={open} />}
          <span dir="auto" className={styles.prompt}>
            {work.prompt}
          </span>
        </div>
      )}
      <DrawingButtons work={work} />
    </RecordCard>
  );
}
