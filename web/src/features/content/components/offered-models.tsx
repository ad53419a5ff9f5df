import { Link } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { listPrice, type Vendor } from '../offer.ts';
import styles from './offered-models.module.css';

const modelsShown = 4;
const vendorsShown = 12;

/** Who makes the models that can be called here, and what some of them cost. */
export function OfferedModels({ total, vendors }: { total: number; vendors: readonly Vendor[] }) {
  const t = useText();
  const { count } = useNumbers();
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          {t('entry:home.models')} <span className={`${styles.total} figures`}>{count(total)}</span>
        </h2>
        <p className={styles.note}>{t('entry:home.modelsNote')}</p>
      </header>
      <ul className={styles.grid}>
        {vendors.slice(0, vendorsShown).map((vendor) => (
          <li key={vendor.name} className={styles.vendor}>
            <h3 className={styles.name}>
              <span dir="ltr">{vendor.name}</span>
              <span className={`${styles.count} figures`}>{count(vendor.models.length)}</span>
            </h3>
            <ul>
              {vendor.models.slice(0, modelsShown).map((model) => (
                <li key={model.model_name} className={styles.model}>
                  <span className={`${styles.modelName} code`}>{model.model_name}</span>
                  <span className={`${styles.price} figures`}>{listPrice(model)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <Link to="/pricing">{t('entry:home.allPrices')}</Link>
      </p>
    </section>
  );
}
