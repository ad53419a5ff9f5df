import { Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { useUserNames } from '../api.ts';
import styles from './user-select.module.css';

interface UserSelectProps {
  /** Blank: everybody. */
  readonly username: string;
  readonly onChange: (username: string) => void;
}

/** Whose figures: everybody's, or one user's by name. */
export function UserSelect({ username, onChange }: UserSelectProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const { data, isLoading } = useUserNames(useSettled(typed));
  return (
    <Select<string>
      className={styles.select ?? ''}
      aria-label={t('dashboard:user.label')}
      value={username}
      allowClear={username !== ''}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isLoading}
      notFoundContent={t('dashboard:user.none')}
      options={[
        ...(typed === '' ? [{ value: '', label: t('dashboard:user.everybody') }] : []),
        ...(data?.items.map(({ username: name }) => ({ value: name, label: <bdi>{name}</bdi> })) ?? []),
      ]}
      onChange={(name: string | undefined) => onChange(name ?? '')}
    />
  );
}
