import { App, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSWRConfig } from 'swr';
import { Dialog } from '../../../components/dialog.tsx';
import { Moment } from '../../../components/moment.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { TelegramWidget } from '../../../components/telegram-widget.tsx';
import { WeChatDialog } from '../../../components/wechat-dialog.tsx';
import { type CodeProvider, openAuthorizePage } from '../../../lib/authorize.ts';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { bindWeChat, type Identity, prepareBinding, unbindIdentity } from '../api.ts';
import { confirmFirst } from '../confirm-first.ts';
import { SettingRow } from './setting-row.tsx';

export type ProviderName = CodeProvider | 'wechat' | 'telegram';

interface IdentityRowProps {
  readonly provider: ProviderName;
  readonly label: string;
  readonly icon: ReactNode;
  /** Undefined: none is bound. */
  readonly identity: Identity | undefined;
  readonly isOffered: boolean;
  /** Without it the person could not sign in any more. */
  readonly isOnlyWayIn: boolean;
  readonly onChanged: () => void;
}

/** An account elsewhere: binds it, says whose it is, and takes it back. */
export function IdentityRow(props: IdentityRowProps) {
  const { provider, label, icon, identity, isOffered, isOnlyWayIn, onChanged } = props;
  const t = useText();
  const feedback = useFeedback();
  const { modal } = App.useApp();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);
  const [dialog, setDialog] = useState<'wechat' | 'telegram'>();

  function changed() {
    onChanged();
    void mutate('/api/user/self');
  }

  async function bind() {
    if (provider === 'wechat') return setDialog('wechat');
    setBusy(true);
    try {
      if (provider === 'telegram') {
        await prepareBinding();
        setDialog('telegram');
      } else await openAuthorizePage(provider);
    } catch (error) {
      feedback.failure(error);
    } finally {
      setBusy(false);
    }
  }

  async function bindCode(code: string) {
    await bindWeChat(code);
    setDialog(undefined);
    feedback.success(t('account:bindings.bound', { name: label }));
    changed();
  }

  async function unbind() {
    try {
      await unbindIdentity(provider);
      feedback.success(t('account:bindings.unbound', { name: label }));
      changed();
    } catch (error) {
      feedback.failure(error);
    }
  }

  const confirm = () =>
    confirmFirst(
      modal,
      {
        title: t('account:bindings.unbindTitle', { name: label }),
        content: t('account:bindings.unbindText'),
        okText: t('account:bindings.unbind'),
        okButtonProps: { danger: true },
        cancelText: t('common:cancel'),
      },
      () => void unbind(),
    );

  return (
    <SettingRow
      icon={icon}
      title={
        <>
          {label}
          {identity !== undefined && <StatusDot tone="good">{t('account:bindings.isBound')}</StatusDot>}
        </>
      }
      description={
        identity === undefined ? (
          t('account:bindings.notBound')
        ) : (
          <>
            <bdi>{identity.name}</bdi>
            {' · '}
            <Moment seconds={identity.bound_time} age />
            {isOnlyWayIn && ` · ${t('account:bindings.onlyWayIn')}`}
          </>
        )
      }
    >
      {isOffered && (
        <Button
          disabled={identity !== undefined}
          loading={busy}
          aria-label={t('account:bindings.bindOf', { name: label })}
          onClick={() => void bind()}
        >
          {t('account:bind')}
        </Button>
      )}
      {identity !== undefined && (
        <Button
          danger
          disabled={isOnlyWayIn}
          aria-label={t('account:bindings.unbindOf', { name: label })}
          onClick={confirm}
        >
          {t('account:bindings.unbind')}
        </Button>
      )}
      {dialog === 'wechat' && <WeChatDialog onCode={bindCode} onClose={() => setDialog(undefined)} />}
      <Dialog
        open={dialog === 'telegram'}
        title={t('account:bindings.bindOf', { name: label })}
        footer={null}
        width={380}
        destroyOnHidden
        onCancel={() => setDialog(undefined)}
      >
        <p className="quiet" style={{ marginBlockEnd: 16 }}>
          {t('account:bindings.telegram')}
        </p>
        <TelegramWidget />
      </Dialog>
    </SettingRow>
  );
}
