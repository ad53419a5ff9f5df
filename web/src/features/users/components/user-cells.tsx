import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { roleText } from '../../../lib/roles.ts';
import { ADMINISTRATOR_ROLE, ROOT_ROLE } from '../../../lib/session.ts';
import { type User, userStatus } from '../api.ts';
import styles from './user-cells.module.css';

/** Username, and below it what else the person is called. */
export function UserNames({ user, onOpen }: { user: User; onOpen?: (() => void) | undefined }) {
  const details = [user.display_name === user.username ? '' : user.display_name, user.email].filter(Boolean);
  return (
    <div className={styles.names}>
      {onOpen === undefined ? (
        <bdi className={styles.plain}>{user.username}</bdi>
      ) : (
        <button type="button" className={styles.open} onClick={onOpen}>
          <bdi>{user.username}</bdi>
        </button>
      )}
      {details.length > 0 && (
        <span className={styles.details}>
          {details.map((detail) => (
            <bdi key={detail}>{detail}</bdi>
          ))}
        </span>
      )}
    </div>
  );
}

export function UserRole({ role }: { role: number }) {
  const t = useText();
  const rank = role >= ROOT_ROLE ? styles.root : role >= ADMINISTRATOR_ROLE ? styles.administrator : '';
  return <span className={`${styles.role} ${rank}`}>{t(roleText(role))}</span>;
}

/** Enabled, disabled, locked (cannot be enabled here), or deleted; and, whichever it is, whether the account is frozen. */
export function UserStatus({ user }: { user: Pick<User, 'status' | 'DeletedAt' | 'frozen'> }) {
  const t = useText();
  const { tone, text } = standingOf(user);
  return (
    <span className={styles.status}>
      <StatusDot tone={tone}>{t(text)}</StatusDot>
      {user.frozen && <StatusDot tone="bad">{t('users:status.frozen')}</StatusDot>}
    </span>
  );
}

function standingOf({ status, DeletedAt }: Pick<User, 'status' | 'DeletedAt'>): { tone: Tone; text: TextKey } {
  if (DeletedAt !== null) return { tone: 'bad', text: 'users:status.deleted' };
  if (status === userStatus.enabled) return { tone: 'good', text: 'users:status.enabled' };
  return status === userStatus.locked
    ? { tone: 'warning', text: 'users:status.locked' }
    : { tone: 'quiet', text: 'users:status.disabled' };
}
