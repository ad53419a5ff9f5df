import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useSWRConfig } from 'swr';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import type { Self } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { readUser, storeUser } from '../../../lib/session.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { changeSelf } from '../api.ts';
import styles from './names-form.module.css';

interface Names {
  readonly username: string;
  readonly display_name: string;
}

/** What the person is called: to sign in, and on the screen. */
export function NamesForm({ self }: { self: Self }) {
  const t = useText();
  const feedback = useFeedback();
  const { mutate } = useSWRConfig();
  const [form] = Form.useForm<Names>();
  const [dirty, setDirty] = useState(false);
  const { attempt, busy, refusal } = useAttempt();
  useUnsavedGuard(dirty);

  const trimmed = ({ username, display_name }: Names): Names => ({
    username: username.trim(),
    display_name: display_name.trim(),
  });
  const isChanged = ({ username, display_name }: Names) =>
    username !== self.username || display_name !== self.display_name;

  async function save(values: Names) {
    await attempt(async () => {
      const changed = await changeSelf(trimmed(values));
      await mutate('/api/user/self', changed, { revalidate: false });
      const user = readUser();
      if (user !== undefined) storeUser({ ...user, username: changed.username, display_name: changed.display_name });
      form.setFieldsValue({ username: changed.username, display_name: changed.display_name });
      flushSync(() => setDirty(false));
      feedback.success(t('common:saved'));
    });
  }

  return (
    <Form<Names>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ username: self.username, display_name: self.display_name }}
      onValuesChange={(_, values) => setDirty(isChanged(trimmed(values)))}
      onFinish={(values) => void save(values)}
    >
      {refusal !== undefined && <Alert className={styles.refusal ?? ''} type="error" showIcon title={refusal} />}
      <div className={styles.fields}>
        <Form.Item
          name="username"
          label={t('account:profile.username')}
          extra={t('account:profile.usernameHint')}
          rules={[{ required: true, whitespace: true, message: t('account:profile.usernameNeeded') }]}
        >
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} />
        </Form.Item>
        <Form.Item
          name="display_name"
          label={t('account:profile.displayName')}
          extra={t('account:profile.displayNameHint')}
        >
          <Input autoComplete="nickname" maxLength={20} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty} className={styles.save ?? ''}>
          {t('common:save')}
        </Button>
      </div>
    </Form>
  );
}
