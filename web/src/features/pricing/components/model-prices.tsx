import { PlayCircleOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Copyable } from '../../../components/copyable.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { PriceEntry, PriceList } from '../api.ts';
import { purposeOf } from '../purposes.ts';
import { CardPrices } from './card-prices.tsx';
import { GroupComparison } from './group-comparison.tsx';
import styles from './model-prices.module.css';
import type { PriceRowActions } from './price-columns.tsx';

interface ModelPricesProps {
  readonly entry: PriceEntry;
  readonly list: PriceList;
  readonly actions: PriceRowActions;
  readonly onClose: () => void;
}

/** Every price of one model, side by side in all groups that reach it. */
export function ModelPrices({ entry, list, actions, onClose }: ModelPricesProps) {
  const t = useText();
  const name = entry.model_name;
  return (
    <SidePanel
      open
      onClose={onClose}
      widthPx={640}
      title={
        <h2 className={styles.title}>
          <Copyable text={name} marked />
        </h2>
      }
      extra={
        purposeOf(entry) === 'openai' && (
          <ButtonLink to={`/play?model=${encodeURIComponent(name)}`} type="primary" icon={<PlayCircleOutlined />}>
            {t('pricing:try')}
          </ButtonLink>
        )
      }
    >
      <Part title={t('pricing:card.title', { group: actions.group, ratio: actions.ratio })}>
        <CardPrices card={entry.card} ratio={actions.ratio} />
      </Part>
      <Part title={t('pricing:comparison')}>
        <GroupComparison entry={entry} list={list} chosen={actions.group} />
      </Part>
      <Part title={t('pricing:endpoints')}>
        <div className={styles.calls}>
          {entry.supported_endpoint_types.map((type) => (
            <Tag key={type}>
              <span className="code">{type}</span>
            </Tag>
          ))}
        </div>
      </Part>
    </SidePanel>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  );
}
