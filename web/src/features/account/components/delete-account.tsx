import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '../../../components/dialog.tsx';
import { Quota } from '../../../components/quota.tsx';
import type { Self } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { forgetUser } from '../../../lib/session.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { deleteSelf } from '../api.ts';
import styles from './delete-account.module.css';
import { SettingRow } from './setting-row.tsx';

/** Deletes the own account, once its name was typed. */
export function DeleteAccount({ self }: { self: Self }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <SettingRow title={t('account:delete.title')} description={t('account:delete.text')}>
      <Button danger onClick={() => setOpen(true)}>
        {t('account:delete.open')}
      </Button>
      <Dialog
        open={open}
        title={t('account:delete.title')}
        footer={null}
        width={460}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <DeleteForm self={self} />
      </Dialog>
    </SettingRow>
  );
}

function DeleteForm({ self }: { self: Self }) {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { attempt, busy, refusal, refuse } = useAttempt();

  async function submit() {
    if (typed !== self.username) return refuse(t('account:delete.nameNeeded'));
    await attempt(async () => {
      await deleteSelf();
      // The sign-in page says that it is done.
      forgetUser('deleted');
      void navigate('/login', { replace: true });
    });
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Alert
        type="warning"
        showIcon
        title={t('account:delete.warning')}
        description={
          self.quota > 0 ? (
            <>
              {t('account:delete.balance')} <Quota value={self.quota} />
            </>
          ) : undefined
        }
      />
      <div aria-live="polite">{refusal !== undefined && <Alert type="error" showIcon title={refusal} />}</div>
      <label className={styles.field} htmlFor="delete-account">
        <span>
          {t('account:delete.type')} <strong className="code">{self.username}</strong>
        </span>
        <Input
          id="delete-account"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button danger type="primary" htmlType="submit" block loading={busy}>
        {t('account:delete.submit')}
      </Button>
    </form>
  );
}
