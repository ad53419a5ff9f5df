import { Tooltip } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { speedOf } from '../response-speed.ts';
import styles from './response-time.module.css';

/** How long the last test took, in the colour of its speed. */
export function ResponseTime({ milliseconds, testedAt }: { milliseconds: number; testedAt: number }) {
  const t = useText();
  const numbers = useNumbers();
  if (milliseconds === 0) return <span className="quiet">{t('channels:untested')}</span>;
  return (
    <Tooltip title={testedAt > 0 ? <Moment seconds={testedAt} /> : undefined}>
      <span className={`figures ${styles[speedOf(milliseconds)]}`}>{numbers.milliseconds(milliseconds)}</span>
    </Tooltip>
  );
}
