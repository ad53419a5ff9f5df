import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { PasswordForm } from './password-form.tsx';
import { SettingRow } from './setting-row.tsx';

/** Changes the password; who came through another provider sets their first. */
export function PasswordRow() {
  const t = useText();
  const { data: self } = useSelf();
  const [open, setOpen] = useState(false);
  const hasPassword = self?.has_password ?? true;
  const title = hasPassword ? t('account:password.change') : t('account:password.set');
  return (
    <SettingRow
      icon={<LockOutlined />}
      title={t('account:password.title')}
      description={hasPassword ? t('account:password.text') : t('account:password.none')}
    >
      <Button disabled={self === undefined} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog
        open={open}
        title={title}
        footer={null}
        width={460}
        destroyOnHidden
        mask={{ closable: false }}
        onCancel={() => setOpen(false)}
      >
        <PasswordForm onDone={() => setOpen(false)} />
      </Dialog>
    </SettingRow>
  );
}
