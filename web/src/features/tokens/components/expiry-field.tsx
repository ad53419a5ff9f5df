import { Button, DatePicker, Form, type FormInstance } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useText } from '../../../lib/i18n.ts';
import { timeFormat } from '../../../lib/time.ts';
import type { TokenForm } from '../token-form.ts';
import styles from './expiry-field.module.css';

const presets = [
  { text: 'tokens:expiry.hour', at: () => dayjs().add(1, 'hour') },
  { text: 'tokens:expiry.day', at: () => dayjs().add(1, 'day') },
  { text: 'tokens:expiry.month', at: () => dayjs().add(1, 'month') },
  { text: 'tokens:expiry.never', at: () => null },
] as const;

/** Until when a key works, with the usual spans as buttons. `onChange` hears of those. */
export function ExpiryField({ form, onChange }: { form: FormInstance<TokenForm>; onChange: () => void }) {
  const t = useText();

  function choose(at: Dayjs | null) {
    form.setFieldValue('expires', at);
    void form.validateFields(['expires']);
    onChange();
  }

  return (
    <Form.Item label={t('tokens:field.expires')} htmlFor="expires">
      <Form.Item
        name="expires"
        noStyle
        rules={[
          {
            validator: (_, at: Dayjs | null) =>
              at === null || at.isAfter(dayjs()) || !form.isFieldTouched('expires')
                ? Promise.resolve()
                : Promise.reject(new Error(t('tokens:field.expiresPast'))),
          },
        ]}
      >
        <DatePicker
          id="expires"
          showTime
          className={styles.picker ?? ''}
          placeholder={t('tokens:never')}
          format={timeFormat}
          disabledDate={(day: Dayjs) => day.isBefore(dayjs().startOf('day'))}
        />
      </Form.Item>
      <div className={styles.presets}>
        {presets.map(({ text, at }) => (
          <Button key={text} size="small" onClick={() => choose(at())}>
            {t(text)}
          </Button>
        ))}
      </div>
    </Form.Item>
  );
}
