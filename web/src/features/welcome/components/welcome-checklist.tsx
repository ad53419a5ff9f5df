import { Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useFirstSteps } from '../use-first-steps.ts';
import { useMark } from '../use-mark.ts';
import { Celebration } from './celebration.tsx';
import { StepList } from './step-list.tsx';
import styles from './welcome-checklist.module.css';

/**
 * What is left to do up to the first request, for people who have not made one; then a word of joy. Nothing when it was put
 * away, or the account is past it. With `always` also then.
 */
export function WelcomeChecklist({ always = false }: { always?: boolean }) {
  const t = useText();
  const { steps, next, arrived, onSeen } = useFirstSteps(always);
  const [hidden, hide] = useMark('welcome-hidden');

  if (arrived !== undefined) return <Celebration request={arrived} onClose={onSeen} />;
  if (steps === undefined) return null;
  if (!always && (hidden || next === undefined)) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <section className={styles.checklist} aria-label={t('welcome:title')}>
      <header className={styles.head}>
        <div>
          {!always && <h2 className={styles.title}>{t('welcome:title')}</h2>}
          <p className={styles.text}>
            {next === undefined ? t('welcome:allDone') : t('welcome:progress', { done, all: steps.length })}
          </p>
        </div>
        {!always && (
          <Button type="text" onClick={() => hide(true)}>
            {t('welcome:hide')}
          </Button>
        )}
      </header>
      <StepList steps={steps} next={next} />
    </section>
  );
}
