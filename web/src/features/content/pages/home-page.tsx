import { OperatorContent } from '../../../components/operator-content.tsx';
import { frameAddress } from '../../../lib/operator-content.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useHomeContent } from '../api.ts';
import { Landing } from '../components/landing.tsx';
import styles from './operator-page.module.css';

/** The operator's page or, while there is none, what the site offers. */
export function HomePage() {
  const { system_name: name } = useSiteStatus();
  const { data, error } = useHomeContent();
  usePageTitle('');
  if (data === undefined && error === undefined) return <div aria-busy="true" />;
  if (data === undefined || data.trim() === '') return <Landing />;
  return (
    <>
      <h1 className="visually-hidden">{name}</h1>
      {frameAddress(data) === undefined ? (
        <article className={styles.page}>
          <OperatorContent text={data} title={name} />
        </article>
      ) : (
        <OperatorContent text={data} title={name} />
      )}
    </>
  );
}
