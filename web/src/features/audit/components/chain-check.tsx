import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { AuditVerdict } from '@switchyard/console/calls';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Copyable } from '../../../components/copyable.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { verifyAudit } from '../api.ts';
import styles from './chain-check.module.css';

/** Checks that nobody changed, removed or slipped in an entry of the log. */
export function ChainCheck() {
  const t = useText();
  const feedback = useFeedback();
  const [busy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<AuditVerdict>();

  async function check() {
    setBusy(true);
    try {
      setVerdict(await verifyAudit());
    } catch (error) {
      feedback.failure(error);
    }
    setBusy(false);
  }

  return (
    <div className={styles.check}>
      <Button icon={<SafetyCertificateOutlined />} loading={busy} onClick={() => void check()}>
        {t('audit:check.run')}
      </Button>
      <div aria-live="polite" className={styles.verdict}>
        {verdict !== undefined && <Verdict verdict={verdict} />}
      </div>
    </div>
  );
}

function Verdict({ verdict: { intact, entries, first_broken: broken, head } }: { verdict: AuditVerdict }) {
  const t = useText();
  const numbers = useNumbers();
  return (
    <Alert
      type={intact ? 'success' : 'error'}
      showIcon
      title={
        intact
          ? t('audit:check.intact', { count: entries, number: numbers.count(entries) })
          : t('audit:check.broken', { id: broken })
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
