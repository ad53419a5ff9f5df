import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { useIsNarrow } from '../../../lib/use-media-query.ts';
import { readSection, type SectionId, sectionIds, sectionTitles, withSection } from '../sections.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { BalanceCards } from './balance-cards.tsx';
import { BindingsSection } from './bindings-section.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import styles from './personal-settings.module.css';
import { ProfileSection } from './profile-section.tsx';
import { SecuritySection } from './security-section.tsx';

const sections: Record<SectionId, ComponentType> = {
  profile: ProfileSection,
  security: SecuritySection,
  bindings: BindingsSection,
  notices: NoticesSection,
  invitations: InvitationsSection,
  appearance: AppearanceSection,
};

/** Everything people set for themselves, one section at a time; on phones first the list of sections. */
export function PersonalSettings() {
  const narrow = useIsNarrow();
  const [search] = useSearchParams();
  const open = readSection(search);
  if (narrow) return open === undefined ? <Overview /> : <OneSection id={open} />;
  const Section = sections[open ?? 'profile'];
  return (
    <>
      <BalanceCards />
      <div className={styles.layout}>
        <Sections open={open ?? 'profile'} />
        <div className={styles.section}>
          <Section />
        </div>
      </div>
    </>
  );
}

function Overview() {
  return (
    <>
      <BalanceCards />
      <Sections />
    </>
  );
}

function OneSection({ id }: { id: SectionId }) {
  const t = useText();
  const [search] = useSearchParams();
  const Section = sections[id];
  return (
    <div className={styles.section}>
      <Link className={styles.back ?? ''} to={{ search: withSection(search, undefined) }}>
        <LeftOutlined aria-hidden="true" />
        {t('account:section.label')}
      </Link>
      <Section />
    </div>
  );
}

function Sections({ open }: { open?: SectionId }) {
  const t = useText();
  const [search] = useSearchParams();
  return (
    <nav aria-label={t('account:section.label')} className={styles.entries}>
      {sectionIds.map((id) => (
        <Link
          key={id}
          to={{ search: withSection(search, id) }}
          className={styles.entry ?? ''}
          aria-current={id === open ? 'page' : undefined}
        >
          {t(sectionTitles[id])}
          <RightOutlined className={styles.arrow ?? ''} aria-hidden="true" />
        </Link>
      ))}
    </nav>
  );
}
