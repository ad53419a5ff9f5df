import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { addKeys, type KeyMode } from '../../api.ts';
import styles from './add-keys.module.css';
import keyStyles from './key-field.module.css';

interface AddKeysProps {
  readonly id: number;
  readonly mode: KeyMode;
  readonly onAdded: () => Promise<unknown>;
}

/** Gives a channel further keys. One with a single key keeps it and becomes one with several. */
export function AddKeys({ id, mode, onAdded }: AddKeysProps) {
  const t = useText();
  const feedback = useFeedback();
  const [text, setText] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const { added } = await addKeys(id, text ?? '');
      await onAdded();
      feedback.success(t('channels:keys.added', { count: added }));
      setText(undefined);
    } catch (error) {
      feedback.failure(error);
    } finally {
      setBusy(false);
    }
  }

  if (text === undefined) {
    return (
      <Button className={styles.begin ?? ''} size="small" icon={<PlusOutlined />} onClick={() => setText('')}>
        {t('channels:keys.add')}
      </Button>
    );
  }
  return (
    <div className={styles.add}>
      <label htmlFor="further-keys">{t('channels:keys.further')}</label>
      <Input.TextArea
        id="further-keys"
        className={keyStyles.key ?? ''}
        dir="ltr"
        autoFocus
        spellCheck={false}
        autoComplete="off"
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="quiet">
        {mode === 'single' ? t('channels:keys.becomesSeveral') : t('channels:keys.oneEach')}
      </span>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => setText(undefined)}>
          {t('common:cancel')}
        </Button>
        <Button size="small" type="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void save()}>
          {t('common:add')}
        </Button>
      </div>
    </div>
  );
}
