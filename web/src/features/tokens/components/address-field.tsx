import { Form, Input } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { wrongAddress } from '../address-lines.ts';
import type { TokenForm } from '../token-form.ts';
import styles from './address-field.module.css';

interface AddressFieldProps {
  readonly name: 'addresses' | 'deniedAddresses';
  readonly label: string;
  readonly hint: string;
  readonly example: string;
}

/** IP addresses and ranges, one per line. */
export function AddressField({ name, label, hint, example }: AddressFieldProps) {
  const t = useText();
  return (
    <Form.Item<TokenForm>
      name={name}
      label={label}
      extra={hint}
      validateTrigger="onBlur"
      rules={[
        {
          validator: (_, text: string) => {
            const entry = wrongAddress(text);
            return entry === undefined
              ? Promise.resolve()
              : Promise.reject(new Error(t('tokens:field.addressWrong', { entry })));
          },
        },
      ]}
    >
      <Input.TextArea
        className={styles.text ?? ''}
        dir="ltr"
        spellCheck={false}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder={example}
      />
    </Form.Item>
  );
}
