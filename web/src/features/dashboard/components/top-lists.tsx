import { Link } from 'react-router-dom';
import { useUsage } from '../api.ts';
import type { DashboardQuery } from '../dashboard-query.ts';
import type { Total } from '../ranking.ts';
import { stateOf } from './chart-state.ts';
import { TopList } from './top-list.tsx';
import styles from './top-lists.module.css';

interface TopListsProps {
  readonly query: DashboardQuery;
  readonly isAdministrator: boolean;
  readonly onUser: (username: string) => void;
}

/** Top models, keys and, over everybody, users; each leads to the rows of the log or narrows the page. */
export function TopLists({ query, isAdministrator, onUser }: TopListsProps) {
  const overAll = isAdministrator && query.username === '';
  const { measure } = query;
  const models = useUsage(query, isAdministrator, 'model', true);
  const keys = useUsage(query, isAdministrator, 'token', true);

  const logOf = (filter: Record<string, string>) =>
    `/log?${new URLSearchParams({ start: String(query.start), end: String(query.end), ...filter })}`;
  const user: Record<string, string> = isAdministrator && query.username !== '' ? { username: query.username } : {};
  const toLog = (parameter: 'model' | 'token') => (total: Total, name: string) =>
    total.name === '' ? (
      <span className="quiet">{name}</span>
    ) : (
      <Link to={logOf({ ...user, [parameter]: total.name })}>
        <bdi className={parameter === 'model' ? 'code' : ''}>{name}</bdi>
      </Link>
    );

  return (
    <div className={overAll ? `${styles.lists} ${styles.three}` : styles.lists}>
      <TopList {...stateOf(models)} dimension="model" measure={measure} rows={models.data} link={toLog('model')} />
      <TopList {...stateOf(keys)} dimension="token" measure={measure} rows={keys.data} link={toLog('token')} />
      {overAll && <TopUsers query={query} onUser={onUser} />}
    </div>
  );
}

function TopUsers({ query, onUser }: Pick<TopListsProps, 'query' | 'onUser'>) {
  const users = useUsage(query, true, 'user', true);
  return (
    <TopList
      {...stateOf(users)}
      dimension="user"
      measure={query.measure}
      rows={users.data}
      link={({ name }, text) =>
        name === '' ? (
          <span className="quiet">{text}</span>
        ) : (
          <button type="button" className={styles.user} onClick={() => onUser(name)}>
            <bdi>{text}</bdi>
          </button>
        )
      }
    />
  );
}
