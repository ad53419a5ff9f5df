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
  const set = { settings, onSettings };
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
        <NumberField
          name="temperature"
          label={t('playground:setting.temperature')}
          min={0}
          max={2}
          step={0.1}
          {...set}
        />
        <NumberField name="topP" label={t('playground:setting.topP')} min={0} max={1} step={0.05} {...set} />
      </div>
      <NumberField
        name="maxTokens"
        label={t('playground:setting.maxTokens')}
        min={1}
        max={1_000_000}
        precision={0}
        {...set}
      />
      <p className={styles.note}>{t('playground:setting.private')}</p>
    </Form>
  );
}

interface NumberFieldProps extends Pick<SettingsPanelProps, 'settings' | 'onSettings'> {
  readonly name: 'temperature' | 'topP' | 'maxTokens';
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly precision?: number;
}

/** Blank: what the model takes by itself. */
function NumberField({ name, label, min, max, step = 1, precision, settings, onSettings }: NumberFieldProps) {
  const t = useText();
  const id = `play-${name}`;
  return (
    <Form.Item label={label} htmlFor={id}>
      <InputNumber
        id={id}
        className={styles.wide ?? ''}
        min={min}
        max={max}
        step={step}
        {...(precision !== undefined && { precision })}
        placeholder={t('playground:setting.default')}
        value={settings[name] ?? null}
        onChange={(value) => onSettings({ [name]: value ?? undefined })}
      />
    </Form.Item>
  );
}
