import { Tooltip } from 'antd';
import { useLanguage } from '../lib/i18n.ts';
import { formatAge, formatTime } from '../lib/time.ts';

/** A point in time: full by default, or its age with the full time on hover. */
export function Moment({ seconds, age = false }: { seconds: number; age?: boolean }) {
  useLanguage();
  const full = (
    <span className="figures" style={{ whiteSpace: 'nowrap' }}>
      {formatTime(seconds)}
    </span>
  );
  if (!age) return full;
  return (
    <Tooltip title={full}>
      <span>{formatAge(seconds)}</span>
    </Tooltip>
  );
}
