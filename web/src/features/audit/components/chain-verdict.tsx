import type { AuditVerdict } from '@switchyard/console/calls';
import { Alert } from 'antd';
import { Copyable } from '../../../components/copyable.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import styles from './chain-verdict.module.css';

/** Whether the log is as it was written, and the hash to note elsewhere. */
export function ChainVerdict({ verdict }: { verdict: AuditVerdict }) {
  const t = useText();
  const numbers = useNumbers();
  const { intact, entries, first_broken: broken, head } = verdict;
  return (
    <Alert
      className={styles.verdict ?? ''}
      type={intact ? 'success' : 'error'}
      showIcon
      title={
        intact ? t('audit:check.intact', { number: numbers.count(entries) }) : t('audit:check.broken', { id: broken })
      }
      description={
        <>
          <p>{intact ? t('audit:check.intactText') : t('audit:check.brokenText')}</p>
          {head !== '' && (
            <p className={styles.head}>
              {t('audit:check.head')} <Copyable text={head} marked />
            </p>
          )}
        </>
      }
    />
  );
}
