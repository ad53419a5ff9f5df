import { Skeleton } from 'antd';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { NoticeForm } from './notice-form.tsx';

/** When and how the person is told that the balance runs low. */
export function NoticesSection() {
  const t = useText();
  const { data, error, mutate } = useSelf();
  return (
    <Panel title={t('account:section.notices')} description={t('account:notices.text')}>
      {data === undefined && error === undefined && <Skeleton active paragraph={{ rows: 8 }} />}
      {data === undefined && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      {data !== undefined && <NoticeForm self={data} />}
    </Panel>
  );
}
