import { CodeBlock } from '../../../components/code-block.tsx';
import { Copyable } from '../../../components/copyable.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { Work } from '../work.ts';
import { DrawingButtons } from './work-cells.tsx';
import styles from './work-dialog.module.css';
import { WorkResults } from './work-results.tsx';

/** One work in full: what it made, what was asked for, and the whole record as JSON. */
export function WorkDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog open title={<Copyable text={work.workId} marked />} footer={null} width={760} onCancel={onClose}>
      <div className={styles.body}>
        {work.results.length > 0 && <WorkResults results={work.results} />}
        {work.prompt !== '' && (
          <section>
            <h2 className={styles.title}>{t('tasks:column.prompt')}</h2>
            <p dir="auto" className={styles.prompt}>
              {work.prompt}
            </p>
            <DrawingButtons work={work} />
          </section>
        )}
        <section>
          <h2 className={styles.title}>{t('tasks:record')}</h2>
          <CodeBlock text={JSON.stringify(work.record, null, 2)} />
        </section>
      </div>
    </Dialog>
  );
}
