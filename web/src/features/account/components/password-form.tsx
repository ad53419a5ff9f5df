import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { readUser, storeUser } from '../../../lib/session.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { changePassword } from '../api.ts';

interface Fields {
  original: string;
  password: string;
  again: string;
}

export const SHORTEST_PASSWORD = 8;

/** Changes the signed-in person's password; the current one is asked for. */
export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const { mutate } = useSWRConfig();
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function submit({ original, password }: Fields) {
    setBusy(true);
    setRefusal(undefined);
    try {
      await changePassword({ original_password: original, password });
      const user = readUser();
      if (user !== undefined) storeUser({ ...user, must_change_password: false });
      void mutate('/api/user/self');
      form.resetFields();
      feedback.success(t('account:password.changed'));
      onDone?.();
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields: Fields) => void submit(fields)}>
      {refusal !== undefined && (
        <Form.Item>
          <Alert type="error" showIcon title={refusal} />
        </Form.Item>
      )}
      <Form.Item
        name="original"
        label={t('account:password.current')}
        rules={[{ required: true, message: t('account:password.currentNeeded') }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('account:password.new')}
        extra={t('account:password.hint')}
        rules={[{ required: true, min: SHORTEST_PASSWORD, message: t('account:password.short') }]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('account:password.again')}
        dependencies={['password']}
        rules={[
          {
            validator: (_, value) =>
              value === form.getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('account:password.differ'))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('account:password.submit')}
      </Button>
    </Form>
  );
}
