import { Button } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { testCallbackAddress } from '../../api.ts';
import { CheckResult } from './check-result.tsx';
import styles from './tools.module.css';
import { useCheck } from './use-check.ts';

/** Has the server call the address that payment processors are told to call. */
export function CallbackTest({ pending }: { pending: boolean }) {
  const t = useText();
  const { busy, outcome, run } = useCheck();
  return (
    <div className={styles.tool}>
      <h3 className={styles.title}>{t('settings:check.callback')}</h3>
      <p className={styles.text}>{pending ? t('settings:check.saveFirst') : t('settings:check.callbackText')}</p>
      <div className={styles.line}>
        <Button loading={busy} disabled={pending} onClick={() => void run(testCallbackAddress)}>
          {t('settings:check.run')}
        </Button>
      </div>
      <CheckResult outcome={outcome} />
    </div>
  );
}
