import { Alert, Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { releaseUser, type User } from '../api.ts';
import styles from './user-form-view.module.css';

interface FrozenNoticeProps {
  readonly user: User;
  readonly onReload: () => Promise<unknown>;
}

/** Why the user is frozen, and the way to end it. */
export function FrozenNotice({ user, onReload }: FrozenNoticeProps) {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();

  async function release() {
    try {
      await releaseUser(user.id);
      await onReload();
      feedback.success(t('users:frozen.done'));
    } catch (error) {
      feedback.failure(error);
    }
  }

  const askToRelease = () =>
    confirm({
      title: t('users:frozen.releaseTitle', { name: user.username }),
      content: t('users:frozen.releaseText'),
      okText: t('users:frozen.release'),
      onOk: release,
    });

  return (
    <Alert
      className={styles.notice ?? ''}
      type="warning"
      showIcon
      title={t('users:frozen.title')}
      description={
        <bdi lang="en" className={styles.reason}>
          {user.frozen_reason}
        </bdi>
      }
      action={
        <Button danger onClick={askToRelease}>
          {t('users:frozen.release')}
        </Button>
      }
    />
  );
}
