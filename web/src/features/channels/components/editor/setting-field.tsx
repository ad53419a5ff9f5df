import { Alert, Segmented } from 'antd';
import { useState } from 'react';
import { JsonField } from '../../../../components/json-field.tsx';
import { useText } from '../../../../lib/i18n.ts';
import { settingFromText, textFromSetting } from '../../channel-setting.ts';
import styles from './setting-field.module.css';
import { SettingMembers } from './setting-members.tsx';

const template = {
  proxy: 'http://proxy.internal:3128',
  timeouts: { connectMs: 5000, firstByteMs: 60_000 },
  drain: true,
};

interface SettingFieldProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** The relay's settings for this channel: as fields, or as the JSON behind them. */
export function SettingField({ id, value = '', onChange }: SettingFieldProps) {
  const t = useText();
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const setting = settingFromText(value);
  return (
    <div className={styles.field}>
      <Segmented
        size="small"
        value={view}
        onChange={setView}
        options={[
          { value: 'fields', label: t('channels:setting.fields') },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {view === 'fields' && setting !== undefined && (
        <SettingMembers
          {...(id === undefined ? {} : { id })}
          setting={setting}
          onChange={(next) => onChange?.(textFromSetting(next))}
        />
      )}
      {view === 'fields' && setting === undefined && (
        <Alert type="info" showIcon title={t('channels:setting.onlyJson')} />
      )}
      {view === 'json' && (
        <JsonField
          {...(id === undefined ? {} : { id })}
          value={value}
          template={template}
          onChange={(text) => onChange?.(text)}
        />
      )}
    </div>
  );
}
