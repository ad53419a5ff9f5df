import { Button } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { testSignIn } from '../../api.ts';
import { CheckResult } from './check-result.tsx';
import styles from './tools.module.css';
import { useCheck } from './use-check.ts';

/** Asks a provider whether it knows us by the settings that are saved, also before it is switched on. */
export function SignInTest({ provider, pending }: { provider: string; pending: boolean }) {
  const t = useText();
  const { busy, outcome, run } = useCheck();
  return (
    <div className={styles.tool}>
      <h3 className={styles.title}>{t('settings:check.signIn')}</h3>
      <p className={styles.text}>{pending ? t('settings:check.saveFirst') : t('settings:check.signInText')}</p>
      <div className={styles.line}>
        <Button loading={busy} disabled={pending} onClick={() => void run(() => testSignIn(provider))}>
          {t('settings:check.run')}
        </Button>
      </div>
      <CheckResult outcome={outcome} />
    </div>
  );
}
