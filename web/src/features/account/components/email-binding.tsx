import { MailOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { EmailForm } from './email-form.tsx';
import { SettingRow } from './setting-row.tsx';

/** The e-mail address: binds one, or changes it. */
export function EmailBinding() {
  const t = useText();
  const { data: self } = useSelf();
  const [open, setOpen] = useState(false);
  const email = self?.email ?? '';
  return (
    <SettingRow
      icon={<MailOutlined />}
      title={email === '' ? t('account:profile.noEmail') : <bdi>{email}</bdi>}
      description={t('account:email.text')}
    >
      <Button disabled={self === undefined} onClick={() => setOpen(true)}>
        {email === '' ? t('account:bind') : t('account:change')}
      </Button>
      <Dialog
        open={open}
        title={email === '' ? t('account:email.bind') : t('account:email.change')}
        footer={null}
        width={440}
        destroyOnHidden
        mask={{ closable: false }}
        onCancel={() => setOpen(false)}
      >
        <EmailForm onDone={() => setOpen(false)} />
      </Dialog>
    </SettingRow>
  );
}
