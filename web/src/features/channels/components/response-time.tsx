import { Tooltip } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import { useText } from '../../../lib/i18n.ts';
import styles from './response-time.module.css';

function speedOf(milliseconds: number): string {
  if (milliseconds <= 1000) return 'green';
  if (milliseconds <= 3000) return 'blue';
  return milliseconds <= 5000 ? 'orange' : 'red';
}

/** Time of the last test: up to 1 s green, 3 s blue, 5 s orange, above that red. */
export function ResponseTime({ milliseconds, testedAt }: { milliseconds: number; testedAt: number }) {
  const t = useText();
  if (milliseconds === 0) return <span className="quiet">{t('channels:untested')}</span>;
  return (
    <Tooltip title={testedAt > 0 ? <Moment seconds={testedAt} /> : undefined}>
      <span className={`figures ${styles[speedOf(milliseconds)]}`}>{(milliseconds / 1000).toFixed(2)} s</span>
    </Tooltip>
  );
}
