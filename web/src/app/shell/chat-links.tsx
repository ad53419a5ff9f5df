import { MessageOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useState } from 'react';
import { type ChatLink, chatLinksOf } from '../../lib/chat-links.ts';
import { useText } from '../../lib/i18n.ts';
import { openChat } from '../../lib/open-chat.ts';
import { useServerAddress, useSiteStatus } from '../../lib/site-status.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import { revealFirstKey } from './first-key.ts';
import styles from './sidebar.module.css';

/** The site's chat applications. A press fills in the person's first enabled key; until then it stays on the server. */
export function ChatLinks({ collapsed }: { collapsed: boolean }) {
  const t = useText();
  const links = chatLinksOf(useSiteStatus());
  if (links.length === 0) return null;
  return (
    <div>
      <p className={styles.title}>{t('shell:menu.chats')}</p>
      <ul aria-label={t('shell:menu.chats')}>
        {links.map((link) => (
          <li key={link.name}>
            <ChatButton link={link} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChatButton({ link, collapsed }: { link: ChatLink; collapsed: boolean }) {
  const t = useText();
  const feedback = useFeedback();
  const address = useServerAddress();
  const [busy, setBusy] = useState(false);

  async function readKey() {
    const key = await revealFirstKey();
    if (key === undefined) throw new Error(t('shell:chat.noKey'));
    return key;
  }

  async function open() {
    setBusy(true);
    try {
      await openChat(link.url, readKey, address);
    } catch (error) {
      feedback.failure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Tooltip title={collapsed ? link.name : ''} placement="right">
      <button type="button" className={styles.entry} aria-busy={busy} disabled={busy} onClick={() => void open()}>
        <span aria-hidden="true" className={styles.icon}>
          <MessageOutlined />
        </span>
        <span dir="auto" className={styles.word}>
          {link.name}
        </span>
      </button>
    </Tooltip>
  );
}
