import { ExperimentOutlined, KeyOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { ButtonLink } from '../../../components/button-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { Playground } from '../components/playground.tsx';
import { usePlayAddress } from '../use-play-address.ts';
import { usePlayKey } from '../use-play-key.ts';

/** Asks models from the browser, with one of the person's own keys. */
export function PlaygroundPage() {
  const t = useText();
  const address = usePlayAddress();
  const { keys, key, models, error, reload } = usePlayKey(address.keyId);

  const [firstModel, ...otherModels] = models ?? [];
  if (keys !== undefined && key !== undefined && firstModel !== undefined) {
    return <Playground address={address} keys={keys} apiKey={key} models={[firstModel, ...otherModels]} />;
  }
  return (
    <>
      <PageHeader title={t('playground:title')} description={t('playground:text')} />
      <Panel>
        {error !== undefined && keys === undefined && <ErrorState error={error} onRetry={reload} />}
        {error === undefined && (keys === undefined || (key !== undefined && models === undefined)) && (
          <Skeleton active paragraph={{ rows: 6 }} />
        )}
        {keys !== undefined && key === undefined && (
          <EmptyState
            icon={<KeyOutlined />}
            title={t('playground:noKey.title')}
            description={t('playground:noKey.text')}
            action={
              <ButtonLink type="primary" to="/token?edit=new">
                {t('playground:noKey.action')}
              </ButtonLink>
            }
          />
        )}
        {models?.length === 0 && (
          <EmptyState
            icon={<ExperimentOutlined />}
            title={t('playground:noModel.title')}
            description={t('playground:noModel.text')}
            action={
              <ButtonLink type="primary" to="/pricing">
                {t('playground:noModel.action')}
              </ButtonLink>
            }
          />
        )}
      </Panel>
    </>
  );
}
