import { Form, Input, InputNumber, Select } from 'antd';
import type { ApiKey } from '../../../lib/api-keys.ts';
import { useText } from '../../../lib/i18n.ts';
import type { Settings } from '../chat.ts';
import type { DialectName } from '../dialects/dialect.ts';
import { dialects } from '../dialects/index.ts';
import styles from './settings-panel.module.css';

interface SettingsPanelProps {
  readonly keys: readonly ApiKey[];
  readonly keyId: number;
  readonly onKey: (id: number) => void;
  readonly format: DialectName;
  readonly onFormat: (format: DialectName) => void;
  readonly settings: Settings;
  readonly onSettings: (change: Partial<Settings>) => void;
}

/** With which key, in which format and how the model is asked. */
export function SettingsPanel(props: SettingsPanelProps) {
  const t = useText();
  const { settings, onSettings } = props;
  return (
    <Form layout="vertical" className={styles.panel ?? ''} component="div">
      <Form.Item label={t('playground:setting.key')} htmlFor="play-key">
        <Select
          id="play-key"
          showSearch={{ optionFilterProp: 'name' }}
          value={props.keyId}
          onChange={props.onKey}
          options={props.keys.map(({ id, name, key }) => ({ value: id, label: name, name, masked: key }))}
          optionRender={({ data }) => (
            <span className={styles.key}>
              <span>{data.name}</span>
              <span className="code quiet">{data.masked}</span>
            </span>
          )}
        />
      </Form.Item>
      <Form.Item
        label={t('playground:setting.format')}
        htmlFor="play-format"
        extra={t('playground:setting.formatHint')}
      >
        <Select
          id="play-format"
          value={props.format}
          onChange={props.onFormat}
          options={dialects.map(({ name, title }) => ({ value: name, label: title }))}
        />
      </Form.Item>
      <Form.Item label={t('playground:setting.system')} htmlFor="play-system">
        <Input.TextArea
          id="play-system"
          {...(settings.system === '' ? {} : { dir: 'auto' })}
          autoSize={{ minRows: 3, maxRows: 12 }}
          placeholder={t('playground:setting.systemExample')}
          value={settings.system}
          onChange={({ target }) => onSettings({ system: target.value })}
        />
      </Form.Item>
      <div className={styles.numbers}>
        <Form.Item label={t('playground:setting.temperature')} htmlFor="play-temperature">
          <InputNumber
            id="play-temperature"
            className={styles.wide ?? ''}
            min={0}
            max={2}
            step={0.1}
            placeholder={t('playground:setting.default')}
            value={settings.temperature ?? null}
            onChange={(value) => onSettings({ temperature: value ?? undefined })}
          />
        </Form.Item>
        <Form.Item label={t('playground:setting.topP')} htmlFor="play-top-p">
          <InputNumber
            id="play-top-p"
            className={styles.wide ?? ''}
            min={0}
            max={1}
            step={0.05}
            placeholder={t('playground:setting.default')}
            value={settings.topP ?? null}
            onChange={(value) => onSettings({ topP: value ?? undefined })}
          />
        </Form.Item>
      </div>
      <Form.Item label={t('playground:setting.maxTokens')} htmlFor="play-max-tokens">
        <InputNumber
          id="play-max-tokens"
          className={styles.wide ?? ''}
          min={1}
          max={1_000_000}
          precision={0}
          placeholder={t('playground:setting.default')}
          value={settings.maxTokens ?? null}
          onChange={(value) => onSettings({ maxTokens: value ?? undefined })}
        />
      </Form.Item>
      <p className={styles.note}>{t('playground:setting.private')}</p>
    </Form>
  );
}
