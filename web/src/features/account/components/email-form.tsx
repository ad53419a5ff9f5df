import { Alert, Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { HumanCheck } from '../../../components/human-check.tsx';
import { EMAIL_COOLDOWN_SECONDS, sendEmailCode } from '../../../lib/email-code.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { useCooldown } from '../../../lib/use-cooldown.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { useHumanCheck } from '../../../lib/use-human-check.ts';
import { bindEmail } from '../api.ts';

interface Fields {
  readonly email: string;
  readonly code: string;
}

/** Mails a code to the new address, and binds the address that a code has proved. */
export function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const { mutate } = useSWRConfig();
  const [form] = Form.useForm<Fields>();
  const check = useHumanCheck();
  const [secondsLeft, startCooldown] = useCooldown('bind-email', EMAIL_COOLDOWN_SECONDS);
  const [busy, setBusy] = useState<'send' | 'bind'>();
  const [refusal, setRefusal] = useState<string>();

  async function attempt(what: 'send' | 'bind', call: () => Promise<void>) {
    setBusy(what);
    setRefusal(undefined);
    try {
      await call();
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setBusy(undefined);
    }
  }

  async function sendCode() {
    const { email } = await form.validateFields(['email']).catch(() => ({ email: undefined }));
    if (email === undefined) return;
    await attempt('send', async () => {
      try {
        await sendEmailCode(email.trim(), check.token);
      } finally {
        check.renew();
      }
      startCooldown();
      feedback.success(t('account:email.sent'));
    });
  }

  const bind = ({ email, code }: Fields) =>
    attempt('bind', async () => {
      await bindEmail(email.trim(), code.trim());
      await mutate('/api/user/self');
      feedback.success(t('account:email.done'));
      onDone();
    });

  return (
    <Form<Fields> form={form} layout="vertical" requiredMark={false} onFinish={(fields) => void bind(fields)}>
      {refusal !== undefined && (
        <Form.Item>
          <Alert type="error" showIcon title={refusal} />
        </Form.Item>
      )}
      <Form.Item
        name="email"
        label={t('account:email.address')}
        rules={[{ required: true, whitespace: true, message: t('account:email.needed') }]}
      >
        <Input
          autoFocus
          type="email"
          dir="ltr"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Form.Item>
      <HumanCheck check={check} />
      <Form.Item label={t('account:email.code')} htmlFor="email-code">
        <Space.Compact block>
          <Form.Item
            noStyle
            name="code"
            rules={[{ required: true, whitespace: true, message: t('account:email.codeNeeded') }]}
          >
            <Input id="email-code" dir="ltr" inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
          </Form.Item>
          <Button
            loading={busy === 'send'}
            disabled={secondsLeft > 0 || check.isPending}
            onClick={() => void sendCode()}
          >
            {secondsLeft > 0 ? t('account:email.again', { seconds: secondsLeft }) : t('account:email.send')}
          </Button>
        </Space.Compact>
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy === 'bind'}>
        {t('account:email.submit')}
      </Button>
    </Form>
  );
}
