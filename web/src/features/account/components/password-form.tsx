import { Alert, Button, Form, Input } from 'antd';
import { useSWRConfig } from 'swr';
import { useSelf } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { ADMINISTRATOR_ROLE, readUser, storeUser } from '../../../lib/session.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { changeSelf } from '../api.ts';
import { PasswordMeter } from './password-meter.tsx';

interface Fields {
  readonly original?: string;
  readonly password: string;
  readonly again: string;
}

const SHORTEST_PASSWORD = 8;
/** Where nothing else guards the account of an administrator. */
const SHORTEST_OF_ADMINISTRATORS = 15;

/** Changes the signed-in person's password; the current one is asked for when there is one. */
export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const { mutate } = useSWRConfig();
  const { data: self } = useSelf();
  const [form] = Form.useForm<Fields>();
  const { attempt, busy, refusal } = useAttempt();
  const typed = Form.useWatch('password', form) ?? '';
  const hasPassword = self?.has_password ?? true;
  const guardedByPasswordOnly = (self?.role ?? 1) >= ADMINISTRATOR_ROLE && self?.two_factor_enabled === false;
  const shortest = guardedByPasswordOnly ? SHORTEST_OF_ADMINISTRATORS : SHORTEST_PASSWORD;
  const hint = guardedByPasswordOnly ? t('account:strength.alone', { count: shortest }) : t('account:strength.hint');

  async function submit({ original = '', password }: Fields) {
    await attempt(async () => {
      const changed = await changeSelf({ original_password: original, password });
      const user = readUser();
      if (user !== undefined) storeUser({ ...user, must_change_password: false });
      void mutate('/api/user/self', changed, { revalidate: false });
      void mutate('/api/user/sessions');
      form.resetFields();
      feedback.success(t('account:password.changed'));
      onDone?.();
    });
  }

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields: Fields) => void submit(fields)}>
      {refusal !== undefined && (
        <Form.Item>
          <Alert type="error" showIcon title={refusal} />
        </Form.Item>
      )}
      <input hidden readOnly type="text" autoComplete="username" value={self?.username ?? ''} />
      {hasPassword && (
        <Form.Item
          name="original"
          label={t('account:password.current')}
          rules={[{ required: true, message: t('account:password.currentNeeded') }]}
        >
          <Input.Password autoFocus autoComplete="current-password" />
        </Form.Item>
      )}
      <Form.Item
        name="password"
        label={t('account:password.new')}
        extra={<PasswordMeter password={typed} shortest={shortest} hint={hint} />}
        rules={[{ required: true, min: shortest, message: t('account:password.short', { count: shortest }) }]}
      >
        <Input.Password autoFocus={!hasPassword} autoComplete="new-password" maxLength={128} />
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
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('account:password.submit')}
      </Button>
    </Form>
  );
}
