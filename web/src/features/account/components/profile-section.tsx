import { Skeleton } from 'antd';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { type Self, useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { ROOT_ROLE } from '../../../lib/session.ts';
import { DeleteAccount } from './delete-account.tsx';
import { ModelsRow } from './models-row.tsx';
import { NamesForm } from './names-form.tsx';
import { ProfileFacts } from './profile-facts.tsx';

/** Who the person is here. */
export function ProfileSection() {
  const { data, error, mutate } = useSelf();
  if (data !== undefined) return <Profile self={data} />;
  return (
    <Panel>
      {error === undefined ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <ErrorState error={error} onRetry={() => void mutate()} />
      )}
    </Panel>
  );
}

function Profile({ self }: { self: Self }) {
  const t = useText();
  return (
    <>
      <Panel title={t('account:profile.title')} description={t('account:profile.text')}>
        <NamesForm self={self} />
        <ProfileFacts self={self} />
      </Panel>
      <Panel>
        <ModelsRow />
      </Panel>
      {self.role < ROOT_ROLE && (
        <Panel>
          <DeleteAccount self={self} />
        </Panel>
      )}
    </>
  );
}
