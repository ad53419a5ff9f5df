import { serverText, useText } from '../../../../lib/i18n.ts';
import { useConfirm } from '../../../../lib/use-confirm.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { resetPrices } from '../../api.ts';
import { useEditing } from '../../editing/editing.tsx';
import { priceKeys } from '../../prices/price-rows.ts';

/** Asks, and then makes all prices those that are shipped; drafts of prices go with them. */
export function useResetPrices(): () => void {
  const t = useText();
  const confirm = useConfirm();
  const feedback = useFeedback();
  const { forget, refresh } = useEditing();

  async function reset() {
    try {
      feedback.success(serverText(await resetPrices()));
      forget(priceKeys);
    } catch (error) {
      feedback.failure(error);
    }
    await refresh();
  }

  return () =>
    confirm({
      title: t('settings:prices.resetConfirm'),
      content: t('settings:prices.resetText'),
      okText: t('settings:prices.reset'),
      onOk: reset,
    });
}
