import { Tooltip } from 'antd';
import { formatCost, formatQuota } from '../lib/quota.ts';
import { useQuotaDisplay } from '../lib/site-status.ts';

/** An amount of quota as the site shows it; the exact figure on hover. */
export function Quota({ value }: { value: number }) {
  const display = useQuotaDisplay();
  const exact = `${formatCost(value, display.quotaPerUnit)} · ${value.toLocaleString('en')}`;
  return (
    <Tooltip title={<span className="figures">{exact}</span>} mouseEnterDelay={0.4}>
      <span className="figures">{formatQuota(value, display)}</span>
    </Tooltip>
  );
}
