import { Input, InputNumber, Switch } from 'antd';
import type { ReactNode } from 'react';
import { type TextKey, useText } from '../../../../lib/i18n.ts';
import { type ChannelSetting, type TimeoutName, timeoutNames } from '../../channel-setting.ts';
import { PairsTable } from '../pairs-table.tsx';
import styles from './setting-field.module.css';

const timeoutTexts: Record<TimeoutName, TextKey> = {
  connectMs: 'channels:setting.connect',
  firstByteMs: 'channels:setting.firstByte',
  idleMs: 'channels:setting.idle',
  totalMs: 'channels:setting.total',
};

const longestMs = 3_600_000;

interface SettingMembersProps {
  readonly id?: string;
  readonly setting: ChannelSetting;
  readonly onChange: (setting: ChannelSetting) => void;
}

/** Proxy, time limits, what happens when the client leaves, headers. */
export function SettingMembers({ id = 'setting', setting, onChange }: SettingMembersProps) {
  const t = useText();

  function setTimeoutMs(name: TimeoutName, value: number | null) {
    const { [name]: _, ...others } = setting.timeouts;
    onChange({ ...setting, timeouts: value === null ? others : { ...others, [name]: value } });
  }

  return (
    <div className={styles.members}>
      <Member htmlFor={id} label={t('channels:setting.proxy')}>
        <Input
          id={id}
          dir="ltr"
          className="code"
          spellCheck={false}
          placeholder="http://proxy.internal:3128"
          value={setting.proxy}
          onChange={(event) => onChange({ ...setting, proxy: event.target.value })}
        />
      </Member>
      <div className={styles.timeouts}>
        {timeoutNames.map((name) => (
          <Member key={name} htmlFor={`${id}-${name}`} label={t(timeoutTexts[name])}>
            <InputNumber
              id={`${id}-${name}`}
              className={styles.wide ?? ''}
              min={1}
              max={longestMs}
              precision={0}
              controls={false}
              suffix="ms"
              placeholder={t('channels:setting.usual')}
              value={setting.timeouts[name] ?? null}
              onChange={(value) => setTimeoutMs(name, value)}
            />
          </Member>
        ))}
      </div>
      <Member htmlFor={`${id}-drain`} label={t('channels:setting.drain')}>
        <Switch id={`${id}-drain`} checked={setting.drain} onChange={(drain) => onChange({ ...setting, drain })} />
      </Member>
      <div className={styles.member}>
        <span className={styles.label}>{t('channels:setting.headers')}</span>
        <PairsTable
          initial={setting.headers}
          fromLabel={t('channels:setting.header')}
          toLabel={t('channels:setting.headerValue')}
          names={[]}
          onChange={(headers) => onChange({ ...setting, headers })}
        />
        <span className={styles.hint}>{t('channels:setting.headersHint')}</span>
      </div>
    </div>
  );
}

function Member({ htmlFor, label, children }: { htmlFor: string; label: string; children: ReactNode }) {
  return (
    <div className={styles.member}>
      <label htmlFor={htmlFor} className={styles.label}>
        {label}
      </label>
      {children}
    </div>
  );
}
