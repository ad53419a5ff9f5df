import { Modal, Segmented } from 'antd';
import { useState } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useServerAddress } from '../../../lib/site-status.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { revealKey, type Token } from '../api.ts';
import { samples } from '../samples.ts';
import styles from './samples-dialog.module.css';
import { useSampleModel } from './token-key.tsx';

/** How to call the gateway with one key. Shown with the masked key; copied with the real one. */
export function SamplesDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const address = useServerAddress();
  const model = useSampleModel(token);
  const [chosen, setChosen] = useState('curl');
  const sample = samples.find(({ id }) => id === chosen) ?? samples[0];
  if (sample === undefined) return null;
  const shown = sample.write({ address, model, key: token.key });

  async function copy() {
    try {
      const key = await revealKey(token.id);
      await feedback.copy(sample?.write({ address, model, key }) ?? '', sample?.name);
    } catch (error) {
      feedback.failure(error);
    }
  }

  return (
    <Modal open title={t('tokens:samples.title', { name: token.name })} footer={null} width={680} onCancel={onClose}>
      <p className={styles.words}>{t('tokens:samples.text')}</p>
      <div className={styles.tabs}>
        <Segmented
          value={chosen}
          onChange={setChosen}
          options={samples.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <CodeBlock text={shown} onCopy={() => void copy()} />
    </Modal>
  );
}
