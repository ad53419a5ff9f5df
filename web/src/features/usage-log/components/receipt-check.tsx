import { Alert, Skeleton } from 'antd';
import { StatusDot } from '../../../components/status-dot.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { formatCost } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useReceipt } from '../api.ts';

/** The server computes the charge again from the row's own factors, and says whether that is what was booked. */
export function ReceiptCheck({ requestId }: { requestId: string }) {
  const t = useText();
  const { quotaPerUnit } = useQuotaDisplay();
  const { data, error } = useReceipt(requestId);
  if (error !== undefined) return <p className="quiet">{failureText(error, t)}</p>;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 1, width: '60%' }} />;
  const again = formatCost(data.charge, quotaPerUnit);
  if (data.charge === data.quota) return <StatusDot tone="good">{t('log:receipt.right', { amount: again })}</StatusDot>;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('log:receipt.differs', { amount: again, booked: formatCost(data.quota, quotaPerUnit) })}
    />
  );
}
