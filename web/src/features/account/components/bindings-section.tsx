import {
  GithubOutlined,
  LinkOutlined,
  SafetyCertificateOutlined,
  SendOutlined,
  WechatOutlined,
} from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { usePasskeys } from '../../../lib/passkeys.ts';
import { ROOT_ROLE } from '../../../lib/session.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { useIdentities } from '../api.ts';
import { hasOtherWayIn, type WayIn } from '../ways-in.ts';
import { EmailBinding } from './email-binding.tsx';
import { IdentityRow, type ProviderName } from './identity-row.tsx';

const providers: readonly { readonly name: ProviderName; readonly text: TextKey; readonly icon: ReactNode }[] = [
  { name: 'github', text: 'account:method.github', icon: <GithubOutlined /> },
  { name: 'wechat', text: 'account:method.wechat', icon: <WechatOutlined /> },
  { name: 'telegram', text: 'account:method.telegram', icon: <SendOutlined /> },
  { name: 'linuxdo', text: 'account:method.linuxdo', icon: <LinkOutlined /> },
  { name: 'oidc', text: 'account:method.oidc', icon: <SafetyCertificateOutlined /> },
];

/** The e-mail address and accounts elsewhere: what the site offers, and what is bound already. */
export function BindingsSection() {
  const t = useText();
  const status = useSiteStatus();
  const { data: self } = useSelf();
  const { data: bound, error, mutate } = useIdentities();
  const passkeys = usePasskeys();

  const offered: Record<ProviderName, boolean> = {
    github: status.github_oauth,
    wechat: status.wechat_login,
    telegram: status.telegram_oauth,
    linuxdo: status.linuxdo_oauth,
    oidc: status.oidc_enabled,
  };
  const ways: readonly WayIn[] = [
    {
      name: 'password',
      // The switch for passwords does not hold for root.
      isOpen: status.password_login || (self?.role ?? 0) >= ROOT_ROLE,
      isTheirs: self?.has_password ?? false,
    },
    { name: 'passkey', isOpen: status.passkey_login, isTheirs: (passkeys.data ?? []).length > 0 },
    ...providers.map(({ name }) => ({
      name,
      isOpen: offered[name],
      isTheirs: bound?.some(({ provider }) => provider === name) ?? false,
    })),
  ];
  const shown = providers.filter(({ name }) => offered[name] || bound?.some(({ provider }) => provider === name));

  return (
    <>
      <Panel title={t('account:email.title')}>
        <EmailBinding />
      </Panel>
      <Panel title={t('account:bindings.title')} description={t('account:bindings.text')}>
        {bound === undefined && error === undefined && <Skeleton active paragraph={{ rows: 4 }} />}
        {bound === undefined && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
        {bound !== undefined && shown.length === 0 && <p className="quiet">{t('account:bindings.none')}</p>}
        {bound !== undefined &&
          shown.map(({ name, text, icon }) => (
            <IdentityRow
              key={name}
              provider={name}
              label={name === 'oidc' && status.oidc_name !== '' ? status.oidc_name : t(text)}
              icon={icon}
              identity={bound.find(({ provider }) => provider === name)}
              isOffered={offered[name]}
              isOnlyWayIn={!hasOtherWayIn(ways, name)}
              onChanged={() => void mutate()}
            />
          ))}
      </Panel>
    </>
  );
}
