import { InfoCircleOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { ButtonLink } from '../../../components/button-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { OperatorContent } from '../../../components/operator-content.tsx';
import { useText } from '../../../lib/i18n.ts';
import { frameAddress } from '../../../lib/operator-content.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useAboutContent } from '../api.ts';
import styles from './operator-page.module.css';

export function AboutPage() {
  const t = useText();
  const { data, error, mutate } = useAboutContent();
  usePageTitle(t('entry:about.title'));
  if (data !== undefined && frameAddress(data) !== undefined) {
    return (
      <>
        <h1 className="visually-hidden">{t('entry:about.title')}</h1>
        <OperatorContent text={data} title={t('entry:about.title')} />
      </>
    );
  }
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{t('entry:about.title')}</h1>
      {data === undefined && error === undefined && <Skeleton active paragraph={{ rows: 6 }} />}
      {data === undefined && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      {data !== undefined && data.trim() === '' && (
        <EmptyState
          icon={<InfoCircleOutlined />}
          title={t('entry:about.empty')}
          description={t('entry:about.emptyText')}
          action={<ButtonLink to="/">{t('entry:about.home')}</ButtonLink>}
        />
      )}
      {data !== undefined && data.trim() !== '' && <OperatorContent text={data} title={t('entry:about.title')} />}
    </article>
  );
}
