import { Form, Input, InputNumber, Switch } from 'antd';
import { JsonField } from '../../../components/json-field.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { isMap, isValid } from '../changes.ts';
import type { OptionField, OptionKind } from '../option-fields.ts';
import styles from './option-input.module.css';

interface OptionInputProps {
  readonly field: OptionField;
  readonly value: string;
  readonly changed: boolean;
  readonly onChange: (value: string) => void;
}

const complaints: Partial<Record<OptionKind, TextKey>> = {
  count: 'settings:countNeeded',
  address: 'settings:addressNeeded',
  numberMap: 'settings:numbersNeeded',
  textMap: 'common:json.texts',
};

/** One setting with its explanation; marked while it differs from what is saved. */
export function OptionInput({ field, value, changed, onChange }: OptionInputProps) {
  const t = useText();
  const valid = isValid(field, value);
  const complaint = complaints[field.kind];
  return (
    <Form.Item
      label={
        <span className={styles.label}>
          {t(field.label)}
          <span className={`code ${styles.key}`}>{field.key}</span>
          {changed && <span className={styles.changed}>{t('settings:changed')}</span>}
        </span>
      }
      htmlFor={field.key}
      extra={t(field.hint)}
      validateStatus={valid ? '' : 'error'}
      help={
        valid || complaint === undefined ? undefined : t(complaint, { least: field.least ?? 0, most: field.most ?? 0 })
      }
    >
      <Control field={field} value={value} onChange={onChange} />
    </Form.Item>
  );
}

function Control({ field, value, onChange }: Omit<OptionInputProps, 'changed'>) {
  if (isMap(field)) {
    return (
      <JsonField
        id={field.key}
        rows={6}
        value={value}
        onChange={onChange}
        {...(field.template === undefined ? {} : { template: field.template })}
      />
    );
  }
  if (field.kind === 'flag') {
    return <Switch id={field.key} checked={value === 'true'} onChange={(on) => onChange(String(on))} />;
  }
  if (field.kind === 'count') {
    return (
      <InputNumber<string>
        id={field.key}
        stringMode
        className={styles.count ?? ''}
        value={value}
        controls={false}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  const address = field.kind === 'address';
  return (
    <Input
      id={field.key}
      className={styles.line ?? ''}
      {...(address ? { dir: 'ltr', spellCheck: false, placeholder: 'https://' } : {})}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
