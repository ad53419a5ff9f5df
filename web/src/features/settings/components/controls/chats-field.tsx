import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { JsonField } from '../../../../components/json-field.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { type ChatLink, readChats, writeChats } from '../../chats.ts';
import { useEditing } from '../../editing/editing.tsx';
import styles from './chats-field.module.css';
import type { ControlProps } from './option-control.tsx';

/** Chat applications as a table of names and addresses, or as JSON. */
export function ChatsField({ state }: ControlProps) {
  const t = useText();
  const { edit } = useEditing();
  const [view, setView] = useState<'table' | 'json'>('table');
  const { field, text } = state;
  const links = readChats(text);
  const isTable = view === 'table' && links !== undefined;
  return (
    <div className={styles.field}>
      <div>
        <Segmented
          value={isTable ? 'table' : 'json'}
          onChange={setView}
          aria-label={t('settings:view.label')}
          options={[
            { value: 'table', label: t('settings:view.table'), disabled: links === undefined },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>
      {isTable ? (
        <ChatTable links={links} onChange={(next) => edit(field.key, writeChats(next))} />
      ) : (
        <JsonField
          id={field.key}
          label={t(field.label)}
          rows={8}
          value={text}
          onChange={(next) => edit(field.key, next)}
        />
      )}
    </div>
  );
}

function ChatTable({
  links,
  onChange,
}: {
  links: readonly ChatLink[];
  onChange: (links: readonly ChatLink[]) => void;
}) {
  const t = useText();
  const change = (at: number, part: Partial<ChatLink>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...part } : link)));
  return (
    <>
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map((link, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a link has no name that stays while it is typed
            <li key={at} className={styles.link}>
              <Input
                value={link.name}
                placeholder={t('settings:chats.name')}
                aria-label={t('settings:chats.nameOf', { number: at + 1 })}
                onChange={(event) => change(at, { name: event.target.value })}
              />
              <Input
                dir="ltr"
                spellCheck={false}
                value={link.address}
                placeholder="https://chat.example.com/?key={key}&url={address}"
                aria-label={t('settings:chats.addressOf', { number: at + 1 })}
                onChange={(event) => change(at, { address: event.target.value })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('settings:chats.delete', { name: link.name || String(at + 1) })}
                onClick={() => onChange(links.filter((_, index) => index !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button icon={<PlusOutlined />} onClick={() => onChange([...links, { name: '', address: '' }])}>
          {t('settings:chats.add')}
        </Button>
      </div>
    </>
  );
}
