import { SendOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import { testMail } from '../../api.ts';
import { CheckResult } from './check-result.tsx';
import styles from './tools.module.css';
import { useCheck } from './use-check.ts';

/** Sends a mail by the settings that are saved. */
export function MailTest({ pending }: { pending: boolean }) {
  const t = useText();
  const { busy, outcome, run } = useCheck();
  const [to, setTo] = useState('');
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(to.trim());
  return (
    <form
      className={styles.tool}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAddress && !pending) void run(() => testMail(to.trim()));
      }}
    >
      <h3 className={styles.title}>{t('settings:check.mail')}</h3>
      <p className={styles.text}>{pending ? t('settings:check.saveFirst') : t('settings:check.mailText')}</p>
      <div className={styles.line}>
        <Input
          className={styles.field ?? ''}
          type="email"
          dir="ltr"
          value={to}
          placeholder="you@example.com"
          aria-label={t('settings:check.mailTo')}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button htmlType="submit" icon={<SendOutlined />} loading={busy} disabled={pending || !isAddress}>
          {t('settings:check.send')}
        </Button>
      </div>
      <CheckResult outcome={outcome} />
    </form>
  );
}
