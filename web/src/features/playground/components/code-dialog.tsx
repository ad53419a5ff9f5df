import { Segmented } from 'antd';
import { useState } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { type ApiKey, revealKey } from '../../../lib/api-keys.ts';
import { useText } from '../../../lib/i18n.ts';
import { useServerAddress } from '../../../lib/site-status.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import type { ChatRequest } from '../chat.ts';
import { languages, withoutBytes } from '../code/index.ts';
import type { Dialect } from '../dialects/dialect.ts';
import styles from './code-dialog.module.css';

interface CodeDialogProps {
  readonly dialect: Dialect;
  readonly request: ChatRequest;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** The request of this page as a program; shown with the masked key, copied with the real one. */
export function CodeDialog({ dialect, request, apiKey, onClose }: CodeDialogProps) {
  const t = useText();
  const feedback = useFeedback();
  const address = useServerAddress();
  const [chosen, setChosen] = useState(languages[0].id);
  const language = languages.find(({ id }) => id === chosen) ?? languages[0];
  const write = (key: string) => language.write({ dialect, request, address, key });

  async function copy() {
    try {
      await feedback.copy(write(await revealKey(apiKey.id)), language.name);
    } catch (error) {
      feedback.failure(error);
    }
  }

  return (
    <Dialog open title={t('playground:code.title')} footer={null} width={760} onCancel={onClose}>
      <p className={styles.words}>{t('playground:code.text')}</p>
      <Segmented
        className={styles.languages ?? ''}
        value={chosen}
        onChange={setChosen}
        options={languages.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <CodeBlock title={dialect.title} text={withoutBytes(write(apiKey.key))} onCopy={() => void copy()} />
    </Dialog>
  );
}
