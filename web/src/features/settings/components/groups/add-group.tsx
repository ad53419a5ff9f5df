import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import styles from './groups-editor.module.css';

/** Adds a group that does not exist yet. */
export function AddGroup({ taken, onAdd }: { taken: readonly string[]; onAdd: (name: string) => void }) {
  const t = useText();
  const [text, setText] = useState('');
  const name = text.trim();
  const isTaken = taken.includes(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '' || isTaken) return;
        onAdd(name);
        setText('');
      }}
    >
      <div className={styles.add}>
        <Input
          className={styles.name ?? ''}
          value={text}
          maxLength={64}
          status={isTaken ? 'error' : ''}
          placeholder={t('settings:groups.newName')}
          aria-label={t('settings:groups.newName')}
          onChange={(event) => setText(event.target.value)}
        />
        <Button htmlType="submit" icon={<PlusOutlined />} disabled={name === '' || isTaken}>
          {t('settings:groups.add')}
        </Button>
      </div>
      {isTaken && <p role="alert">{t('settings:groups.exists')}</p>}
    </form>
  );
}
