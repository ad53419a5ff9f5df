import { GiftOutlined, LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Copyable } from '../../../components/copyable.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Quota } from '../../../components/quota.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { inviteLink } from '../invite-link.ts';
import { SettingRow } from './setting-row.tsx';
import { TransferForm } from './transfer-form.tsx';

/** The link that invites others, and what came of it. */
export function InvitationsSection() {
  const t = useText();
  const feedback = useFeedback();
  const { data: self } = useSelf();
  const { quota_per_unit: least } = useSiteStatus();
  const [open, setOpen] = useState(false);
  const link = inviteLink(self?.aff_code ?? '');
  const pending = self?.aff_quota ?? 0;
  return (
    <Panel title={t('account:section.invitations')} description={t('account:invite.text')}>
      <SettingRow
        icon={<LinkOutlined />}
        title={t('account:profile.invite')}
        description={self === undefined ? undefined : <Copyable text={link} />}
      >
        <Button type="primary" disabled={self === undefined} onClick={() => void feedback.copy(link)}>
          {t('account:invite.copy')}
        </Button>
      </SettingRow>
      <SettingRow
        icon={<GiftOutlined />}
        title={
          <>
            {t('account:card.pending')} <Quota value={pending} />
          </>
        }
        description={
          <>
            {t('account:invite.least')} <Quota value={least} />
          </>
        }
      >
        <Button disabled={pending < least} onClick={() => setOpen(true)}>
          {t('account:invite.transfer')}
        </Button>
      </SettingRow>
      <Dialog
        open={open}
        title={t('account:invite.transfer')}
        footer={null}
        width={420}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <TransferForm pending={pending} least={least} onDone={() => setOpen(false)} />
      </Dialog>
    </Panel>
  );
}
