import { Alert, Button, Form, Input, Select, Space } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { useGroupNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { roleText } from '../../../lib/roles.ts';
import { ADMINISTRATOR_ROLE, ROOT_ROLE, useUser } from '../../../lib/session.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { createUser } from '../api.ts';
import { newPassword } from '../new-password.ts';

interface Fields {
  readonly username: string;
  readonly display_name?: string;
  readonly password: string;
  readonly group: string;
  readonly role: 1 | 10;
}

interface AddUserDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** Adds a user, who is asked to change the password at the first sign-in. Root may add administrators. */
export function AddUserDialog({ open, onClose, onAdded }: AddUserDialogProps) {
  const t = useText();
  return (
    <Dialog
      open={open}
      title={t('users:add')}
      footer={null}
      width={480}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <AddForm onAdded={onAdded} />
    </Dialog>
  );
}

function AddForm({ onAdded }: { onAdded: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const groups = useGroupNames();
  const isRoot = (useUser()?.role ?? 0) >= ROOT_ROLE;
  const [form] = Form.useForm<Fields>();
  const { attempt, busy, refusal } = useAttempt();

  async function submit({ username, display_name: displayName = '', password, group, role }: Fields) {
    await attempt(async () => {
      const names = { username: username.trim(), display_name: displayName.trim() };
      await createUser({ ...names, password, group, ...(isRoot && { role }) });
      feedback.success(t('users:created'));
      onAdded();
    });
  }

  async function generate() {
    const password = newPassword();
    form.setFieldValue('password', password);
    await feedback.copy(password, t('users:field.password'));
  }

  const both = { required: true, whitespace: true, message: t('users:field.bothNeeded') };
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ group: 'default', role: 1 }}
      onFinish={(fields) => void submit(fields)}
    >
      {refusal !== undefined && (
        <Form.Item>
          <Alert type="error" showIcon title={refusal} />
        </Form.Item>
      )}
      <Form.Item name="username" label={t('users:field.username')} rules={[both]} extra={t('users:field.usernameHint')}>
        <Input autoFocus autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={64} />
      </Form.Item>
      <Form.Item name="display_name" label={t('users:field.displayName')}>
        <Input autoComplete="off" maxLength={20} />
      </Form.Item>
      <Form.Item label={t('users:field.password')} htmlFor="new-user-password" extra={t('users:field.passwordFirst')}>
        <Space.Compact block>
          <Form.Item name="password" noStyle rules={[both]}>
            <Input.Password
              id="new-user-password"
              autoComplete="new-password"
              maxLength={128}
              placeholder={t('users:field.passwordNew')}
            />
          </Form.Item>
          <Button onClick={() => void generate()}>{t('users:field.generate')}</Button>
        </Space.Compact>
      </Form.Item>
      <Form.Item name="group" label={t('users:field.group')}>
        <Select showSearch options={groups.map((value) => ({ value, label: value }))} />
      </Form.Item>
      {isRoot && (
        <Form.Item name="role" label={t('users:column.role')}>
          <Select options={[1, ADMINISTRATOR_ROLE].map((value) => ({ value, label: t(roleText(value)) }))} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('common:create')}
      </Button>
    </Form>
  );
}
