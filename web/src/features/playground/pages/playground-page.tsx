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
  const { hasKey, keys, chosen, error, reload } = usePlayKey(address.keyId, address.model);

  if (keys !== undefined && chosen !== undefined) {
    return (
      <Playground address={address} keys={keys.map(({ key }) => key)} apiKey={chosen.key} models={chosen.models} />
    );
  }
  return (
    <>
      <PageHeader title={t('playground:title')} description={t('playground:text')} />
      <Panel>
        {keys === undefined &&
          (error === undefined ? (
            <Skeleton active paragraph={{ rows: 6 }} />
          ) : (
            <ErrorState error={error} onRetry={reload} />
          ))}
        {keys !== undefined && <NothingToAsk hasKey={hasKey} />}
      </Panel>
    </>
  );
}

function NothingToAsk({ hasKey }: { hasKey: boolean }) {
  const t = useText();
  return hasKey ? (
    <EmptyState
      icon={<ExperimentOutlined />}
      title={t('playground:noModel.title')}
      description={t('playground:noModel.text')}
      action={
        <ButtonLink type="primary" to="/token">
          {t('playground:noModel.action')}
        </ButtonLink>
      }
    />
  ) : (
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
  );
}
