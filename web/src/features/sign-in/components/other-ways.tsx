import { DesktopOutlined, GithubOutlined, KeyOutlined, LoginOutlined, WechatOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { TelegramWidget } from '../../../components/telegram-widget.tsx';
import { openAuthorizePage } from '../../../lib/authorize.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { browserHasPasskeys, isPasskeyCancelled } from '../../../lib/passkeys.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { type Outcome, signInByPasskey, signInByWeChat } from '../api.ts';
import { readInviter } from '../inviter.ts';
import styles from './other-ways.module.css';
import { Refusal } from './refusal.tsx';

const WeChatDialog = lazy(async () => ({
  default: (await import('../../../components/wechat-dialog.tsx')).WeChatDialog,
}));

interface Way {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOn: boolean;
  readonly begin: () => Promise<void>;
}

interface OtherWaysProps {
  readonly onSignedIn: (outcome: Outcome) => Promise<void>;
  /** There is a form above. */
  readonly divided: boolean;
  /** Passkeys open accounts, they make none. */
  readonly withPasskey?: boolean;
}

/** Every way in beside the password that the site offers. */
export function OtherWays({ onSignedIn, divided, withPasskey = true }: OtherWaysProps) {
  const t = useText();
  const site = useSiteStatus();
  const [busy, setBusy] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [asksWeChat, setAsksWeChat] = useState(false);
  const byPasskey = withPasskey && site.passkey_login && browserHasPasskeys();

  async function begin({ id, begin: start }: Way) {
    setBusy(id);
    setRefusal(undefined);
    try {
      await start();
    } catch (error) {
      setRefusal(isPasskeyCancelled(error) ? t('entry:passkey.cancelled') : failureText(error, t));
    } finally {
      setBusy(undefined);
    }
  }

  async function showWeChat(code: string) {
    try {
      await onSignedIn(await signInByWeChat(code));
    } catch (error) {
      // The dialog says what it catches.
      throw new Error(failureText(error, t));
    }
    setAsksWeChat(false);
  }

  const ways: readonly Way[] = [
    {
      id: 'passkey',
      label: t('entry:passkey'),
      icon: <KeyOutlined />,
      isOn: byPasskey,
      begin: async () => onSignedIn(await signInByPasskey()),
    },
    {
      id: 'github',
      label: t('entry:with', { name: 'GitHub' }),
      icon: <GithubOutlined />,
      isOn: site.github_oauth,
      begin: () => openAuthorizePage('github', readInviter()),
    },
    {
      id: 'linuxdo',
      label: t('entry:with', { name: 'LINUX DO' }),
      icon: <DesktopOutlined />,
      isOn: site.linuxdo_oauth,
      begin: () => openAuthorizePage('linuxdo', readInviter()),
    },
    {
      id: 'oidc',
      label: t('entry:with', { name: site.oidc_name || 'OpenID Connect' }),
      icon: <LoginOutlined />,
      isOn: site.oidc_enabled,
      begin: () => openAuthorizePage('oidc', readInviter()),
    },
    {
      id: 'wechat',
      label: t('entry:wechat'),
      icon: <WechatOutlined />,
      isOn: site.wechat_login,
      begin: async () => setAsksWeChat(true),
    },
  ];

  return (
    <div className={styles.ways}>
      {divided && <p className={styles.divider}>{t('entry:or')}</p>}
      <Refusal text={refusal} />
      <div className={styles.buttons}>
        {ways
          .filter(({ isOn }) => isOn)
          .map((way) => (
            <Button
              key={way.id}
              size="large"
              icon={way.icon}
              loading={busy === way.id}
              disabled={busy !== undefined}
              onClick={() => void begin(way)}
            >
              {way.label}
            </Button>
          ))}
      </div>
      {site.telegram_oauth && <TelegramWidget />}
      <Suspense>{asksWeChat && <WeChatDialog onClose={() => setAsksWeChat(false)} onCode={showWeChat} />}</Suspense>
    </div>
  );
}
