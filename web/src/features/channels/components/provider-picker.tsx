import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { type ChannelType, useChannelTypes } from '../api.ts';
import styles from './provider-picker.module.css';

/** Kinds of upstream as cards: the first step of a new installation. */
export function ProviderPicker({ onChoose }: { onChoose: (type: number) => void }) {
  const t = useText();
  const { data: types = [] } = useChannelTypes();
  const [keyword, setKeyword] = useState('');
  const wanted = keyword.trim().toLowerCase();
  const found = types.filter(({ label, name }) => `${label} ${name}`.toLowerCase().includes(wanted));
  return (
    <section className={styles.picker} aria-label={t('channels:empty.title')}>
      <h2 className={styles.title}>{t('channels:empty.title')}</h2>
      <p className="quiet">{t('channels:empty.text')}</p>
      <Input
        type="search"
        allowClear
        className={styles.search ?? ''}
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder={t('channels:empty.search')}
        aria-label={t('channels:empty.search')}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <ul className={styles.cards}>
        {found.map((type) => (
          <li key={type.type}>
            <button type="button" className={styles.card} onClick={() => onChoose(type.type)}>
              <span className={styles.letters} aria-hidden="true">
                {lettersOf(type)}
              </span>
              <span className={styles.name}>{type.label}</span>
              {type.models.length > 0 && (
                <span className={styles.models}>{t('channels:modelCount', { count: type.models.length })}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet">{t('channels:empty.none')}</p>}
    </section>
  );
}

/** Two letters in place of a logo. */
function lettersOf({ label }: ChannelType): string {
  const [first = '', second] = label.split(/[\s-]+/);
  return second === undefined ? first.slice(0, 2) : `${first.slice(0, 1)}${second.slice(0, 1)}`;
}
