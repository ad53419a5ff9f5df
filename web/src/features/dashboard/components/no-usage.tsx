import { BarChartOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { ButtonLink } from '../../../components/button-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';

/** In place of charts without figures. Without `onLonger` there is no longer period to look at. */
export function NoUsage({ onLonger }: { onLonger: (() => void) | undefined }) {
  const t = useText();
  return (
    <Panel flush>
      <EmptyState
        icon={<BarChartOutlined />}
        title={t('dashboard:empty.title')}
        description={t('dashboard:empty.text')}
        action={
          onLonger === undefined ? (
            <ButtonLink to="/token">{t('dashboard:empty.keys')}</ButtonLink>
          ) : (
            <Button onClick={onLonger}>{t('dashboard:empty.longer')}</Button>
          )
        }
      />
    </Panel>
  );
}
