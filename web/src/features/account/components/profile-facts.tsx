import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Copyable } from '../../../components/copyable.tsx';
import { GroupBadges } from '../../../components/group-badges.tsx';
import type { Self } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { roleText } from '../../../lib/roles.ts';
import { inviteLink } from '../invite-link.ts';
import { withSection } from '../sections.ts';
import styles from './profile-facts.module.css';

/** What people know of themselves and do not set here. */
export function ProfileFacts({ self }: { self: Self }) {
  const t = useText();
  const [search] = useSearchParams();
  return (
    <dl className={styles.facts}>
      <Fact label={t('account:profile.email')}>
        {self.email === '' ? <span className="quiet">{t('account:profile.noEmail')}</span> : <bdi>{self.email}</bdi>}
        <Link to={{ search: withSection(search, 'bindings') }}>
          {self.email === '' ? t('account:bind') : t('account:change')}
        </Link>
      </Fact>
      <Fact label={t('account:profile.invite')}>
        <Copyable text={inviteLink(self.aff_code)} marked />
      </Fact>
      <Fact label={t('account:profile.id')}>
        <span className="figures">{self.id}</span>
      </Fact>
      <Fact label={t('account:profile.role')}>{t(roleText(self.role))}</Fact>
      <Fact label={t('account:profile.group')}>
        <GroupBadges groups={self.group} />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
