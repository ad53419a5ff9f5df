import { Alert, Form } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useSWRConfig } from 'swr';
import { EditorFooter } from '../../../components/editor-footer.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { useText } from '../../../lib/i18n.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type User, updateUser } from '../api.ts';
import { changeOf, formFromUser, isChanged, type UserForm } from '../user-form.ts';
import { FrozenNotice } from './frozen-notice.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { QuotaFields } from './quota-fields.tsx';
import { UserBindings } from './user-bindings.tsx';
import styles from './user-form-view.module.css';
import { UserKeys } from './user-keys.tsx';
import { UserSummary } from './user-summary.tsx';

interface UserFormViewProps {
  readonly title: string;
  readonly widthPx: number;
  readonly user: User;
  /** The signed-in person's own record. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
  readonly onReload: () => Promise<unknown>;
  readonly onSaved: () => Promise<void>;
}

/** Everything an administrator sets of a user. */
export function UserFormView(props: UserFormViewProps) {
  const { title, widthPx, user, isOwn, onClose, onReload, onSaved } = props;
  const t = useText();
  const feedback = useFeedback();
  const display = useQuotaDisplay();
  const { mutate } = useSWRConfig();
  const [form] = Form.useForm<UserForm>();
  // What the form began with: a newer record must not make untouched fields look changed.
  const [before] = useState(user);
  const [initial] = useState(() => formFromUser(user));
  const [dirty, setDirty] = useState(false);
  const { attempt, busy, refusal } = useAttempt();
  useUnsavedGuard(dirty);

  async function save() {
    await attempt(async () => {
      await updateUser(changeOf(before, { ...initial, ...form.getFieldsValue() }, display));
      feedback.success(t('users:updated'));
      flushSync(() => setDirty(false));
      if (isOwn) void mutate('/api/user/self');
      await onSaved();
    });
  }

  return (
    <SidePanel
      open
      title={title}
      widthPx={widthPx}
      onClose={onClose}
      mask={{ closable: !dirty }}
      footer={
        <EditorFooter
          submitText={t('common:save')}
          busy={busy}
          refusal={refusal}
          disabled={!dirty}
          onSubmit={form.submit}
          onClose={onClose}
        />
      }
    >
      <UserSummary user={user} />
      {user.frozen && <FrozenNotice user={user} onReload={onReload} />}
      <Form<UserForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        disabled={user.DeletedAt !== null}
        scrollToFirstError={{ behavior: 'smooth', block: 'center' }}
        onValuesChange={(_, values) => setDirty(isChanged(before, { ...initial, ...values }, display))}
        onFinish={() => void save()}
      >
        {user.DeletedAt !== null && (
          <Alert className={styles.notice ?? ''} type="warning" showIcon title={t('users:deleted')} />
        )}
        <IdentityFields isOwn={isOwn} />
        <QuotaFields form={form} balance={user.quota} />
        <LimitFields />
      </Form>
      <UserKeys id={user.id} />
      <UserBindings user={user} isOwn={isOwn} onReload={onReload} />
    </SidePanel>
  );
}
