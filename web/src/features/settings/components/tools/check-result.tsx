import { Alert } from 'antd';
import { serverText, useText } from '../../../../lib/i18n.ts';
import type { CheckOutcome } from './use-check.ts';

/** How a check went. */
export function CheckResult({ outcome }: { outcome: CheckOutcome | undefined }) {
  const t = useText();
  return (
    <div aria-live="polite">
      {outcome !== undefined && (
        <Alert
          type={outcome.passed ? 'success' : 'error'}
          showIcon
          title={outcome.passed ? t('settings:check.passed') : t('settings:check.failed')}
          description={<bdi>{serverText(outcome.detail)}</bdi>}
        />
      )}
    </div>
  );
}
