import { AppstoreOutlined, CodeOutlined, CopyOutlined, LinkOutlined, MessageOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { revealKey } from '../../../lib/api-keys.ts';
import { chatLinksOf } from '../../../lib/chat-links.ts';
import { useText } from '../../../lib/i18n.ts';
import { openChat } from '../../../lib/open-chat.ts';
import { useServerAddress, useSiteStatus } from '../../../lib/site-status.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import type { Token } from '../api.ts';
import styles from './token-key.module.css';

/** Masked key with copy button, and a menu of what to do with it. The key is fetched at the moment of use. */
export function TokenKey({ token, onShowSamples }: { token: Token; onShowSamples: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const navigate = useNavigate();
  const address = useServerAddress();
  const chats = chatLinksOf(useSiteStatus());
  const [busy, setBusy] = useState(false);

  async function attempt(action: () => Promise<void>) {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      feedback.failure(error);
    } finally {
      setBusy(false);
    }
  }

  const copy = () => attempt(async () => feedback.copy(await revealKey(token.id), token.key));

  function choose(action: string) {
    const chat = chats.find(({ name }) => action === `chat:${name}`);
    if (chat !== undefined) void attempt(() => openChat(chat.url, () => revealKey(token.id), address));
    else if (action === 'samples') onShowSamples();
    else if (action === 'play') void navigate(`/play?key=${token.id}`);
    else if (action === 'address') void feedback.copy(`${address}/v1`);
    else void copy();
  }

  const items = [
    { key: 'samples', icon: <CodeOutlined />, label: t('tokens:copy.show') },
    { key: 'play', icon: <MessageOutlined />, label: t('tokens:copy.play') },
    { type: 'divider' as const },
    { key: 'key', icon: <CopyOutlined />, label: t('tokens:copy.key') },
    { key: 'address', icon: <LinkOutlined />, label: t('tokens:copy.address') },
    ...(chats.length > 0 ? [{ type: 'divider' as const }] : []),
    ...chats.map(({ name }) => ({
      key: `chat:${name}`,
      icon: <AppstoreOutlined />,
      label: t('tokens:copy.openIn', { name }),
    })),
  ];

  return (
    <Space.Compact className={styles.key ?? ''}>
      <Button size="small" icon={<CopyOutlined />} loading={busy} iconPlacement="end" onClick={() => void copy()}>
        <span className="visually-hidden">{t('tokens:copy.keyOf', { name: token.name })} </span>
        <span className="code">{token.key}</span>
      </Button>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: ({ key }) => choose(key) }}>
        <Button size="small" icon={<CodeOutlined />} aria-label={t('tokens:copy.more', { name: token.name })} />
      </Dropdown>
    </Space.Compact>
  );
}
