import { Modal } from 'antd';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Copyable } from '../../../components/copyable.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useServerAddress } from '../../../lib/site-status.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import type { Work } from '../work.ts';
import { DrawingButtons } from './work-cells.tsx';
import styles from './work-dialog.module.css';
import { WorkResults } from './work-results.tsx';

/** One work in full: what it made, what was asked for, and the whole record as JSON. */
export function WorkDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const t = useText();
  useReturnFocus();
  const address = useServerAddress();
  const isFilmToFetch = work.platform === 'video' && work.status === 'SUCCESS' && work.results.length === 0;
  return (
    <Modal open title={<Copyable text={work.workId} marked />} footer={null} width={760} onCancel={onClose}>
      <div className={styles.body}>
        {work.results.length > 0 && <WorkResults results={work.results} />}
        {isFilmToFetch && (
          <section>
            <h2 className={styles.title}>{t('tasks:result.fetch')}</h2>
            <Copyable text={`${address}/v1/videos/${work.workId}/content`} marked />
          </section>
        )}
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
    </Modal>
  );
}
