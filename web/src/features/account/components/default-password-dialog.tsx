import { Alert } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { PasswordForm } from './password-form.tsx';

/** While the first-start password is in use: says so, and offers to change it on the spot. */
export function DefaultPasswordDialog({ active }: { active: boolean }) {
  const t = useText();
  const user = useUser();
  const { data: self } = useSelf();
  const [postponed, setPostponed] = useState(false);
  const needed = self?.must_change_password ?? user?.must_change_password ?? false;
  return (
    <Dialog
      open={active && needed && !postponed}
      title={t('account:defaultPassword.title')}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => setPostponed(true)}
      destroyOnHidden
    >
      <Alert
        type="warning"
        showIcon
        title={t('account:defaultPassword.text')}
        style={{ marginBlock: 8, marginBlockEnd: 20 }}
      />
      <PasswordForm onDone={() => setPostponed(true)} />
    </Dialog>
  );
}
