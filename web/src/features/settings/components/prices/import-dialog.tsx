import type { PriceDiff } from '@switchyard/console/calls';
import { Alert } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../../components/dialog.tsx';
import { failureText } from '../../../../lib/failure-text.ts';
import { useText } from '../../../../lib/i18n.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { useEditing } from '../../editing/editing.tsx';
import { applyPrices, comparePrices, type PriceSource, useUnpricedModels } from '../../prices/api.ts';
import { sourceOf, type TypedSource } from '../../prices/typed-source.ts';
import styles from './import-dialog.module.css';
import { ImportReview } from './import-review.tsx';
import { ImportSource } from './import-source.tsx';

/** Takes prices over from a public price map: first what that would change, then what of it is wanted. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const { refresh } = useEditing();
  const { data: unpriced = [], mutate: readUnpriced } = useUnpricedModels();
  const [typed, setTyped] = useState<TypedSource>({ way: 'address', text: '' });
  const [diff, setDiff] = useState<PriceDiff>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const source = sourceOf(typed);

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      setRefusal(failureText(error, t));
    }
    setBusy(false);
  }

  const compare = (from: PriceSource) =>
    attempt(async () => {
      const found = await comparePrices(from);
      const wanted = found.models.filter(({ model, state }) => state === 'changed' || unpriced.includes(model));
      setChosen(new Set(wanted.map(({ model }) => model)));
      setDiff(found);
    });

  const apply = ({ digest }: PriceDiff) =>
    attempt(async () => {
      const count = await applyPrices(digest, [...chosen]);
      await Promise.all([refresh(), readUnpriced()]);
      feedback.success(t('settings:import.done', { count }));
      onClose();
    });

  return (
    <Dialog
      open
      width={760}
      title={t('settings:prices.import')}
      okText={diff === undefined ? t('settings:import.compare') : t('settings:import.apply', { count: chosen.size })}
      okButtonProps={{ disabled: diff === undefined ? source === undefined : chosen.size === 0 }}
      cancelText={diff === undefined ? t('common:cancel') : t('settings:import.back')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => {
        if (diff !== undefined) void apply(diff);
        else if (source !== undefined) void compare(source);
      }}
      onCancel={() => (diff === undefined ? onClose() : setDiff(undefined))}
    >
      <div className={styles.body}>
        {refusal !== undefined && <Alert type="error" showIcon title={refusal} />}
        {diff === undefined ? (
          <ImportSource typed={typed} onChange={setTyped} />
        ) : (
          <ImportReview diff={diff} unpriced={unpriced} chosen={chosen} onChoose={setChosen} />
        )}
      </div>
    </Dialog>
  );
}
