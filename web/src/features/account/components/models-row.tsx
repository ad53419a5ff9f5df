import { Button, Input } from 'antd';
import { useState } from 'react';
import { Copyable } from '../../../components/copyable.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useModelNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import styles from './models-row.module.css';
import { SettingRow } from './setting-row.tsx';

/** Models that the person can call; a click on one copies its name. */
export function ModelsRow() {
  const t = useText();
  const models = useModelNames();
  const [open, setOpen] = useState(false);
  return (
    <SettingRow title={t('account:models.title')} description={t('account:models.text', { count: models.length })}>
      <Button onClick={() => setOpen(true)}>{t('account:models.show')}</Button>
      <Dialog
        open={open}
        title={t('account:models.title')}
        footer={null}
        width={640}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <ModelList models={models} />
      </Dialog>
    </SettingRow>
  );
}

function ModelList({ models }: { models: readonly string[] }) {
  const t = useText();
  const [part, setPart] = useState('');
  const shown = models.filter((name) => name.toLowerCase().includes(part.trim().toLowerCase()));
  return (
    <>
      <Input
        allowClear
        placeholder={t('account:models.search')}
        aria-label={t('account:models.search')}
        value={part}
        onChange={(event) => setPart(event.target.value)}
      />
      <p className="visually-hidden" aria-live="polite">
        {t('account:models.found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <p className={styles.none}>{t('account:models.none')}</p>
      ) : (
        <ul className={styles.models}>
          {shown.map((name) => (
            <li key={name}>
              <Copyable text={name} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
