import { groupRank, splitGroups } from '../lib/groups.ts';
import { useText } from '../lib/i18n.ts';
import { useFeedback } from '../lib/use-feedback.ts';
import styles from './group-badges.module.css';

/** A user's groups; a click on one copies its name. */
export function GroupBadges({ groups }: { groups: string }) {
  const t = useText();
  const feedback = useFeedback();
  const names = splitGroups(groups);
  if (names.length === 0) return <span className={`${styles.badge} ${styles.plain}`}>{t('common:defaultGroup')}</span>;
  return (
    <span className={styles.badges}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          title={t('common:copy')}
          className={`${styles.badge} ${styles[groupRank(name)]}`}
          onClick={(event) => {
            event.stopPropagation();
            void feedback.copy(name);
          }}
        >
          {name}
        </button>
      ))}
    </span>
  );
}
