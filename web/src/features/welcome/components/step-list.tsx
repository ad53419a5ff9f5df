import { CheckOutlined } from '@ant-design/icons';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useText } from '../../../lib/i18n.ts';
import { stepLooks } from '../step-looks.ts';
import type { Step } from '../steps.ts';
import styles from './step-list.module.css';

/** The steps in order; the one to take now is open. */
export function StepList({ steps, next }: { steps: readonly Step[]; next: Step | undefined }) {
  const t = useText();
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => {
        const look = stepLooks[step.name];
        const current = step === next;
        return (
          <li key={step.name} className={styles.step} {...(current ? { 'aria-current': 'step' as const } : {})}>
            <span className={step.done ? `${styles.mark} ${styles.done}` : styles.mark} aria-hidden="true">
              {step.done ? <CheckOutlined /> : index + 1}
            </span>
            <div className={styles.body}>
              <p className={step.done ? `${styles.title} ${styles.past}` : styles.title}>
                {t(look.title)}
                {step.done && <span className="visually-hidden"> {t('welcome:done')}</span>}
              </p>
              {current && (
                <>
                  <p className={styles.text}>{t(look.text)}</p>
                  <div className={styles.actions}>
                    <ButtonLink type="primary" to={look.path}>
                      {t(look.action)}
                    </ButtonLink>
                    {step.name === 'request' && (
                      <p className={styles.waiting} role="status">
                        <span className={styles.pulse} aria-hidden="true" />
                        {t('welcome:request.waiting')}
                      </p>
                    )}
                  </div>
                </>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
