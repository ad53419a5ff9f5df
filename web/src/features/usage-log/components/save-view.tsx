import { SaveOutlined } from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { type FormEvent, useState } from 'react';
import { Opened } from '../../../components/opened.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { LONGEST_NAME } from '../saved-views.ts';
import styles from './view-bar.module.css';

/** Names the filter that is shown and keeps it. */
export function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const t = useText();
  const [open, setOpen] = useState(false);

  function save(name: string) {
    onSave(name);
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
        <Opened>
          <NameForm onSave={save} />
        </Opened>
      }
    >
      <Button type="text" icon={<SaveOutlined />}>
        {t('log:view.save')}
      </Button>
    </Popover>
  );
}

function NameForm({ onSave }: { onSave: (name: string) => void }) {
  useReturnFocus();
  const t = useText();
  const [typed, setTyped] = useState('');
  const name = typed.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name !== '') onSave(name);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <Input
        autoFocus
        value={typed}
        maxLength={LONGEST_NAME}
        placeholder={t('log:view.name')}
        aria-label={t('log:view.name')}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="primary" htmlType="submit" disabled={name === ''}>
        {t('common:save')}
      </Button>
    </form>
  );
}
