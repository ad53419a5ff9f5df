import { Select, Skeleton } from 'antd';
import { useState } from 'react';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useApiKeys } from '../../../lib/api-keys.ts';
import { useText } from '../../../lib/i18n.ts';
import { isUsable } from '../../../lib/model-offers.ts';
import styles from './key-samples.module.css';
import { Samples } from './samples.tsx';

/** How clients are set up, as a part of a page: for any of the person's keys, the newest at first. */
export function KeySamples() {
  const t = useText();
  const { data } = useApiKeys();
  const [chosen, setChosen] = useState<number>();
  if (data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  const keys = data.items.filter(isUsable);
  const key = keys.find(({ id }) => id === chosen) ?? keys[0];
  if (key === undefined) {
    return (
      <div className={styles.none}>
        <p>{t('tokens:samples.noKey')}</p>
        <ButtonLink to="/token?edit=new">{t('tokens:add')}</ButtonLink>
      </div>
    );
  }
  return (
    <>
      <Select
        className={styles.keys ?? ''}
        aria-label={t('tokens:samples.key')}
        value={key.id}
        onChange={setChosen}
        options={keys.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Samples key={key.id} token={key} />
    </>
  );
}
