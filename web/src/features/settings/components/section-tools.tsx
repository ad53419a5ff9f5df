import type { ReactNode } from 'react';
import { useEditing } from '../editing/editing.tsx';
import type { OptionSection, SectionId } from '../fields/field.ts';
import { CallbackAddress } from './tools/callback-address.tsx';
import { CallbackTest } from './tools/callback-test.tsx';
import { LogCleaning } from './tools/log-cleaning.tsx';
import { MailTest } from './tools/mail-test.tsx';
import { SearchPreview } from './tools/search-preview.tsx';
import { ServerAddressFirst } from './tools/server-address-first.tsx';
import { SignInTest } from './tools/sign-in-test.tsx';
import styles from './tools/tools.module.css';
import { UsdtLog } from './tools/usdt-log.tsx';

/** What can be done with the settings of a section, below them. `pending`: some of them are not saved yet. */
const tools: Partial<Record<SectionId, (pending: boolean) => ReactNode>> = {
  logs: () => <LogCleaning />,
  epay: () => <CallbackAddress path="/api/user/epay/notify" />,
  usdt: () => (
    <>
      <CallbackAddress path="/api/user/usdt/notify" />
      <UsdtLog />
    </>
  ),
  mail: (pending) => <MailTest pending={pending} />,
  github: (pending) => (
    <>
      <CallbackAddress path="/oauth/github" />
      <SignInTest provider="github" pending={pending} />
    </>
  ),
  linuxdo: (pending) => (
    <>
      <CallbackAddress path="/oauth/linuxdo" />
      <SignInTest provider="linuxdo" pending={pending} />
    </>
  ),
  wechat: (pending) => <SignInTest provider="wechat" pending={pending} />,
  oidc: (pending) => (
    <>
      <CallbackAddress path="/oauth/oidc" />
      <SignInTest provider="oidc" pending={pending} />
    </>
  ),
  selling: (pending) => (
    <>
      <ServerAddressFirst />
      <CallbackTest pending={pending} />
    </>
  ),
  cryptomus: () => <PaymentTools path="/api/user/cryptomus/notify" />,
  airwallex: () => <PaymentTools path="/api/user/airwallex/webhook" />,
  stripe: () => <PaymentTools path="/api/stripe/webhook" />,
  search: () => <SearchPreview />,
};

export function SectionTools({ section }: { section: OptionSection }) {
  const { states } = useEditing();
  const tool = tools[section.id];
  if (tool === undefined) return null;
  const pending = section.fields.some(({ key }) => states?.get(key)?.changed);
  return <div className={styles.tools}>{tool(pending)}</div>;
}

function PaymentTools({ path }: { path: string }) {
  return (
    <>
      <ServerAddressFirst />
      <CallbackAddress path={path} />
    </>
  );
}
