import { Alert, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PageHeader } from '../../components/page-header.tsx';
import { fillChatLink } from '../../lib/chat-links.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useText } from '../../lib/i18n.ts';
import { readSiteStatus } from '../../lib/site-status.ts';
import styles from './chat-redirect.module.css';
import { revealFirstKey } from './first-key.ts';

const onwardMs = 1500;

/** Leads to the site's chat application with the person's first enabled key, else says why not and goes to the keys. */
export function ChatRedirect() {
  const t = useText();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  // Every look at a key is logged, and effects may run twice.
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    async function go() {
      // Not what an earlier visit remembers: that application may be one that must not have the key any more.
      const { chat_link2: own, chat_link: other, server_address: address } = await readSiteStatus();
      const link = own || other;
      if (link === '' || address === '') return setRefusal(t('shell:chat.noLink'));
      const key = await revealFirstKey();
      if (key === undefined) return setRefusal(t('shell:chat.noKey'));
      window.location.replace(fillChatLink(link, { key, address }));
    }
    go().catch((error: unknown) => setRefusal(failureText(error, t)));
  }, [t]);

  useEffect(() => {
    if (refusal === undefined) return;
    const timer = setTimeout(() => void navigate('/token', { replace: true }), onwardMs);
    return () => clearTimeout(timer);
  }, [refusal, navigate]);

  return (
    <>
      <PageHeader title={t('shell:chat.title')} />
      <div className={styles.state}>
        {refusal === undefined ? (
          <Spin size="large" aria-label={t('common:loading')} />
        ) : (
          <Alert type="error" showIcon role="alert" title={refusal} />
        )}
      </div>
    </>
  );
}
