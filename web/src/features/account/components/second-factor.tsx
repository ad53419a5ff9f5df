import { SafetyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { Bone } from '../../../components/bone.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import {
  type AuthenticatorSecret,
  disableSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  useSecondFactor,
} from '../api.ts';
import { CodeDialog } from './code-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { SettingRow } from './setting-row.tsx';

/** Fewer recovery codes than this are worth a word. */
const FEW_CODES = 3;

/** Turns codes of an authenticator app on and off, and renews the recovery codes. */
export function SecondFactor() {
  const t = useText();
  const feedback = useFeedback();
  const { mutate } = useSWRConfig();
  const { data, error } = useSecondFactor();
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<AuthenticatorSecret>();
  const [asked, setAsked] = useState<'disable' | 'renew'>();
  const [codes, setCodes] = useState<readonly string[]>();

  const reload = () =>
    Promise.all(['/api/user/2fa', '/api/user/self', '/api/user/sessions'].map((path) => mutate(path)));

  async function begin() {
    setBusy(true);
    try {
      setSecret(await setUpSecondFactor());
    } catch (failure) {
      feedback.failure(failure);
    } finally {
      setBusy(false);
    }
  }

  function show(made: readonly string[]) {
    setSecret(undefined);
    setAsked(undefined);
    setCodes(made);
    void reload();
  }

  async function disable(code: string) {
    await disableSecondFactor(code);
    setAsked(undefined);
    feedback.success(t('account:twoFactor.disabled'));
    void reload();
  }

  return (
    <SettingRow
      icon={<SafetyOutlined />}
      title={
        <>
          {t('account:twoFactor.title')}
          {data === undefined ? (
            error === undefined && <Bone widthPx={48} heightPx={14} />
          ) : (
            <StatusDot tone={data.enabled ? 'good' : 'quiet'}>
              {data.enabled ? t('account:twoFactor.on') : t('account:twoFactor.off')}
            </StatusDot>
          )}
        </>
      }
      description={
        data?.enabled === true
          ? t(data.backup_codes < FEW_CODES ? 'account:twoFactor.fewCodes' : 'account:twoFactor.codes', {
              count: data.backup_codes,
            })
          : t('account:twoFactor.text')
      }
    >
      {data?.enabled === false && (
        <Button type="primary" loading={busy} onClick={() => void begin()}>
          {t('account:twoFactor.begin')}
        </Button>
      )}
      {data?.enabled === true && (
        <>
          <Button onClick={() => setAsked('renew')}>{t('account:twoFactor.renew')}</Button>
          <Button danger onClick={() => setAsked('disable')}>
            {t('account:twoFactor.disable')}
          </Button>
        </>
      )}
      <SecondFactorSetup secret={secret} onDone={show} onClose={() => setSecret(undefined)} />
      <CodeDialog
        open={asked === 'renew'}
        title={t('account:twoFactor.renew')}
        text={t('account:twoFactor.renewText')}
        submitText={t('account:twoFactor.renew')}
        onSubmit={async (code) => show(await renewRecoveryCodes(code))}
        onClose={() => setAsked(undefined)}
      />
      <CodeDialog
        open={asked === 'disable'}
        danger
        title={t('account:twoFactor.disableTitle')}
        text={t('account:twoFactor.disableText')}
        submitText={t('account:twoFactor.disable')}
        onSubmit={disable}
        onClose={() => setAsked(undefined)}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </SettingRow>
  );
}
