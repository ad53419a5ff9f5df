import { Form, Input } from 'antd';
import { useText } from '../../../lib/i18n.ts';

const leastLength = 3;
const mostLength = 500;

/** Why it was decided so; kept in the log of management. */
export function ReasonField({ autoFocus }: { autoFocus: boolean }) {
  const t = useText();
  return (
    <Form.Item
      name="reason"
      label={t('orders:reason')}
      extra={t('orders:reasonHint')}
      rules={[
        { required: true, whitespace: true, message: t('orders:reasonNeeded') },
        { min: leastLength, message: t('orders:reasonNeeded') },
      ]}
    >
      <Input.TextArea autoFocus={autoFocus} maxLength={mostLength} autoSize={{ minRows: 2, maxRows: 6 }} dir="auto" />
    </Form.Item>
  );
}
