import { Link } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';

/** Whose it is, and the way to where they can be released. */
export function Person({ user_id: id, username }: { readonly user_id: number; readonly username: string }) {
  const t = useText();
  if (id === 0) return <span className="quiet">{t('books:nobody')}</span>;
  // An event may name a user whom there never was.
  if (username === '') return <span className="figures">#{id}</span>;
  return (
    <Link to={`/user/edit/${id}`}>
      <bdi>{username}</bdi>
    </Link>
  );
}
