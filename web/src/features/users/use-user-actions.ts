import type { KeyedMutator } from 'swr';
import { changeRow } from '../../lib/change-row.ts';
import type { Page } from '../../lib/http.ts';
import { useText } from '../../lib/i18n.ts';
import { ADMINISTRATOR_ROLE } from '../../lib/session.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import { manageUser, type User, type UserAction, userStatus } from './api.ts';

const changes: Record<UserAction, () => Partial<User>> = {
  promote: () => ({ role: ADMINISTRATOR_ROLE }),
  demote: () => ({ role: 1 }),
  enable: () => ({ status: userStatus.enabled }),
  disable: () => ({ status: userStatus.disabled }),
  delete: () => ({ DeletedAt: new Date().toISOString() }),
};

/** Does something to a user of the list: it shows at once and is taken back when the server refuses. */
export function useUserActions(mutate: KeyedMutator<Page<User>>): (user: User, action: UserAction) => Promise<void> {
  const t = useText();
  const feedback = useFeedback();
  return async (user, action) => {
    try {
      await changeRow(
        mutate,
        ({ id }) => id === user.id,
        changes[action](),
        () => manageUser(user.id, action),
      );
      feedback.success(t('common:done'));
    } catch (error) {
      feedback.failure(error);
    }
  };
}
