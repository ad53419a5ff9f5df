import { SaveOutlined } from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { type FormEvent, useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { LONGEST_NAME } from '../saved-views.ts';
import styles from './view-bar.module.css';

/** Names the filter that is shown and keeps it. */
export function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');

  function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setOpen(false);
  }

  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <form className={styles.form} onSubmit={save}>
          <Input
            autoFocus
            value={name}
            maxLength={LONGEST_NAME}
            placeholder={t('log:view.name')}
            aria-label={t('log:view.name')}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="primary" htmlType="submit" disabled={name.trim() === ''}>
            {t('common:save')}
          </Button>
        </form>
      }
    >
      <Button type="text" icon={<SaveOutlined />}>
        {t('log:view.save')}
      </Button>
    </Popover>
  );
}
