import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { stepLooks } from '../step-looks.ts';
import { useFirstSteps } from '../use-first-steps.ts';
import { useMark } from '../use-mark.ts';
import { Celebration } from './celebration.tsx';
import styles from './welcome-banner.module.css';

/** In one line, the next of the first steps; a word of joy when they are done. */
export function WelcomeBanner() {
  const t = useText();
  const { steps, next, arrived, onSeen } = useFirstSteps(false);
  const [hidden, hide] = useMark('welcome-hidden');
  if (arrived !== undefined) return <Celebration request={arrived} onClose={onSeen} />;
  if (hidden || steps === undefined || next === undefined) return null;
  const look = stepLooks[next.name];
  return (
    <section className={styles.banner} aria-label={t('welcome:title')}>
      <p className={styles.words}>
        <span className={styles.count}>{t('welcome:step', { step: steps.indexOf(next) + 1, all: steps.length })}</span>
        <Link to={look.path}>{t(look.title)}</Link>
      </p>
      <Link className={styles.all ?? ''} to="/welcome">
        {t('welcome:all')}
      </Link>
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('welcome:hide')}
        title={t('welcome:hide')}
        onClick={() => hide(true)}
      />
    </section>
  );
}
