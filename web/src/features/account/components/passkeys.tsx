import { KeyOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { browserHasPasskeys, type Passkey, usePasskeys } from '../../../lib/passkeys.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { deletePasskey } from '../api.ts';
import { confirmFirst } from '../confirm-first.ts';
import { obstacleText, passkeyObstacle } from '../passkey-obstacle.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { SettingRow } from './setting-row.tsx';

/** Passkeys: add, rename, delete, and what is missing where none can be made. */
export function Passkeys() {
  const t = useText();
  const { passkey_login: enabled, server_address: serverAddress } = useSiteStatus();
  const { data, error, mutate } = usePasskeys();
  const [named, setNamed] = useState<Passkey | 'new'>();
  const obstacle = passkeyObstacle({
    enabled,
    serverAddress,
    origin: window.location.origin,
    isSecure: window.isSecureContext,
    browserCan: browserHasPasskeys(),
  });

  return (
    <Panel title={t('account:passkey.title')} description={t('account:passkey.text')}>
      {enabled && data === undefined && error === undefined && <Skeleton active paragraph={{ rows: 1 }} />}
      {enabled && data === undefined && error !== undefined && (
        <ErrorState error={error} onRetry={() => void mutate()} />
      )}
      {data?.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          onRename={() => setNamed(passkey)}
          onDeleted={() => void mutate()}
        />
      ))}
      {obstacle === undefined ? (
        <SettingRow
          title={data?.length === 0 ? t('account:passkey.empty') : t('account:passkey.another')}
          description={t('account:passkey.hint')}
        >
          <Button icon={<PlusOutlined />} disabled={data === undefined} onClick={() => setNamed('new')}>
            {t('account:passkey.add')}
          </Button>
        </SettingRow>
      ) : (
        <SettingRow
          title={t('account:passkey.unavailable')}
          description={t(obstacleText[obstacle], { address: serverAddress })}
        />
      )}
      <PasskeyDialog
        passkey={named}
        onClose={() => setNamed(undefined)}
        onSaved={() => {
          setNamed(undefined);
          void mutate();
        }}
      />
    </Panel>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onDeleted: () => void;
}

function PasskeyRow({ passkey, onRename, onDeleted }: PasskeyRowProps) {
  const t = useText();
  const feedback = useFeedback();
  const { modal } = App.useApp();

  async function remove() {
    try {
      await deletePasskey(passkey.id);
      feedback.success(t('account:passkey.deleted'));
      onDeleted();
    } catch (error) {
      feedback.failure(error);
    }
  }

  const confirm = () =>
    confirmFirst(
      modal,
      {
        title: t('account:passkey.deleteTitle', { name: passkey.name }),
        content: t('account:passkey.deleteText'),
        okText: t('common:delete'),
        okButtonProps: { danger: true },
        cancelText: t('common:cancel'),
      },
      () => void remove(),
    );

  return (
    <SettingRow
      icon={<KeyOutlined />}
      title={
        <>
          {passkey.name}
          {passkey.synced && <Tag>{t('account:passkey.synced')}</Tag>}
        </>
      }
      description={
        <>
          {t('account:passkey.added')} <Moment seconds={passkey.created_time} age />
          {' · '}
          {passkey.used_time === 0 ? (
            t('account:passkey.unused')
          ) : (
            <>
              {t('account:passkey.used')} <Moment seconds={passkey.used_time} age />
            </>
          )}
        </>
      }
    >
      <Button onClick={onRename} aria-label={t('account:passkey.renameOf', { name: passkey.name })}>
        {t('account:passkey.rename')}
      </Button>
      <Button danger onClick={confirm} aria-label={t('account:passkey.deleteOf', { name: passkey.name })}>
        {t('common:delete')}
      </Button>
    </SettingRow>
  );
}
