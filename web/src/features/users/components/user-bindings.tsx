import { Button } from 'antd';
import { Copyable } from '../../../components/copyable.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { resetSecondFactor, type User } from '../api.ts';
import styles from './user-form-view.module.css';

const bindings: readonly { readonly field: keyof User; readonly text: TextKey }[] = [
  { field: 'email', text: 'users:binding.email' },
  { field: 'github_id', text: 'users:binding.github' },
  { field: 'wechat_id', text: 'users:binding.wechat' },
  { field: 'telegram_id', text: 'users:binding.telegram' },
  { field: 'linux_do_id', text: 'users:binding.linuxdo' },
  { field: 'oidc_id', text: 'users:binding.oidc' },
];

interface UserBindingsProps {
  readonly user: User;
  readonly isOwn: boolean;
  readonly onReload: () => Promise<unknown>;
}

/** What the user has bound (read only), and the second factor, which can be taken off for who has lost it. */
export function UserBindings({ user, isOwn, onReload }: UserBindingsProps) {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();

  async function reset() {
    try {
      await resetSecondFactor(user.id);
      await onReload();
      feedback.success(t('users:factor.done'));
    } catch (error) {
      feedback.failure(error);
    }
  }

  const askToReset = () =>
    confirm({
      title: t('users:factor.title', { name: user.username }),
      content: t('users:factor.text'),
      okText: t('users:factor.reset'),
      onOk: reset,
    });

  return (
    <>
      <h2 className={styles.section}>{t('users:bindings')}</h2>
      <dl className={styles.facts}>
        {bindings.map(({ field, text }) => (
          <div key={field}>
            <dt className={styles.label}>{t(text)}</dt>
            <dd>
              {user[field] === '' ? (
                <span className="quiet">{t('users:binding.none')}</span>
              ) : (
                <Copyable text={String(user[field])} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.factor}>
        <span>
          {t('users:factor')}{' '}
          <StatusDot tone={user.two_factor_enabled ? 'good' : 'quiet'}>
            {user.two_factor_enabled ? t('users:factor.on') : t('users:factor.off')}
          </StatusDot>
        </span>
        {user.two_factor_enabled && !isOwn && (
          <Button danger onClick={askToReset}>
            {t('users:factor.reset')}
          </Button>
        )}
      </div>
    </>
  );
}
