import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import { useUnpricedModels } from '../../prices/api.ts';
import styles from './prices.module.css';

const shownAtFirst = 12;

interface UnpricedModelsProps {
  /** Models that have a price, be it a drafted one. */
  readonly priced: ReadonlySet<string>;
  readonly onPrice: (model: string) => void;
}

/** Models that channels serve and nobody can call for want of a price; a click gives one a price. */
export function UnpricedModels({ priced, onPrice }: UnpricedModelsProps) {
  const t = useText();
  const { data = [] } = useUnpricedModels();
  const [whole, setWhole] = useState(false);
  const models = data.filter((model) => !priced.has(model));
  if (models.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('settings:unpriced.title', { count: models.length })}
      description={
        <>
          {t('settings:unpriced.text')}
          <div className={styles.unpriced}>
            {(whole ? models : models.slice(0, shownAtFirst)).map((model) => (
              <Button
                key={model}
                size="small"
                aria-label={t('settings:unpriced.price', { name: model })}
                onClick={() => onPrice(model)}
              >
                <span className="code">{model}</span>
              </Button>
            ))}
            {!whole && models.length > shownAtFirst && (
              <Button size="small" type="link" onClick={() => setWhole(true)}>
                {t('common:changes.all', { count: models.length })}
              </Button>
            )}
          </div>
        </>
      }
    />
  );
}
