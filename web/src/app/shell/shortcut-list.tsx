import { Dialog } from '../../components/dialog.tsx';
import { useText } from '../../lib/i18n.ts';
import { KeyNames } from './key-names.tsx';
import { useMenu } from './menu.tsx';
import styles from './shortcut-list.module.css';
import { fixedKeys } from './use-shortcuts.ts';

/** Every key of the console. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const t = useText();
  const pages = useMenu().flatMap(({ entries }) => entries);
  return (
    <Dialog open title={t('shell:keys.title')} width={640} footer={null} onCancel={onClose}>
      <div className={styles.columns}>
        <section>
          <h2 className={styles.title}>{t('shell:keys.everywhere')}</h2>
          <dl className={styles.list}>
            <Row name={t('shell:search')} keys={fixedKeys.palette} />
            <Row name={t('shell:keys.find')} keys={fixedKeys.search} />
            <Row name={t('shell:keys.collapse')} keys={fixedKeys.collapse} />
            <Row name={t('shell:keys.title')} keys={fixedKeys.list} />
          </dl>
        </section>
        <section>
          <h2 className={styles.title}>{t('shell:keys.pages')}</h2>
          <dl className={styles.list}>
            {pages.map(
              ({ path, text, letter }) =>
                letter !== undefined && <Row key={path} name={t(text)} keys={`g ${letter}`} />,
            )}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

function Row({ name, keys }: { name: string; keys: string }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        <KeyNames keys={keys} />
      </dd>
    </div>
  );
}
