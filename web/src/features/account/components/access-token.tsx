import { ApiOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { makeAccessToken } from '../api.ts';
import { confirmFirst } from '../confirm-first.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { SettingRow } from './setting-row.tsx';

/** Makes the token with which programs call the console in the person's name. */
export function AccessToken() {
  const t = useText();
  const feedback = useFeedback();
  const { modal } = App.useApp();
  const [token, setToken] = useState<string>();

  async function make() {
    try {
      const made = await makeAccessToken();
      setToken(made);
      await feedback.copy(made, t('account:token.title'));
    } catch (error) {
      feedback.failure(error);
    }
  }

  const confirm = () =>
    confirmFirst(
      modal,
      {
        title: t('account:token.confirm'),
        content: t('account:token.confirmText'),
        okText: t('account:token.make'),
        cancelText: t('common:cancel'),
      },
      () => void make(),
    );

  return (
    <SettingRow icon={<ApiOutlined />} title={t('account:token.title')} description={t('account:token.text')}>
      <Button onClick={confirm}>{t('account:token.make')}</Button>
      <SecretDialog
        title={t('account:token.title')}
        text={t('account:token.once')}
        secret={token}
        onClose={() => setToken(undefined)}
      />
    </SettingRow>
  );
}
