import { App } from 'antd';
import type { KeyedMutator } from 'swr';
import { keyStatus } from '../../lib/api-keys.ts';
import { changeRow } from '../../lib/change-row.ts';
import type { Page } from '../../lib/http.ts';
import { useText } from '../../lib/i18n.ts';
import { useFeedback } from '../../lib/use-feedback.ts';
import { deleteToken, deleteTokens, setTokenStatus, type Token } from './api.ts';
import { enablingObstacle } from './enabling.ts';
import type { OpenedToken } from './use-token-address.ts';

/** What the rows of the list can have done to them. */
export function useTokenActions(mutate: KeyedMutator<Page<Token>>, open: (what: OpenedToken) => void) {
  const t = useText();
  const feedback = useFeedback();
  const { modal } = App.useApp();

  async function toggle(token: Token) {
    const enables = token.status !== keyStatus.enabled;
    const obstacle = enables ? enablingObstacle(token, Date.now() / 1000) : undefined;
    if (obstacle !== undefined) return explain(token, obstacle);
    const status = enables ? keyStatus.enabled : keyStatus.disabled;
    try {
      await changeRow(
        mutate,
        ({ id }) => id === token.id,
        { status },
        () => setTokenStatus(token.id, status),
      );
      feedback.success(t('common:done'));
    } catch (failure) {
      feedback.failure(failure);
    }
  }

  function explain(token: Token, obstacle: 'expired' | 'exhausted') {
    modal.confirm({
      title: t('tokens:cannotEnable.title', { name: token.name }),
      content: obstacle === 'expired' ? t('tokens:cannotEnable.expired') : t('tokens:cannotEnable.exhausted'),
      okText: t('common:edit'),
      cancelText: t('common:cancel'),
      onOk: () => open({ editOf: token.id }),
    });
  }

  async function change(call: Promise<unknown>, done: string) {
    try {
      await call;
      await mutate();
      feedback.success(done);
    } catch (failure) {
      feedback.failure(failure);
    }
  }

  return {
    of: (token: Token) => ({
      onEdit: () => open({ editOf: token.id }),
      onShowSamples: () => open({ samplesOf: token.id }),
      onToggle: () => void toggle(token),
      onDelete: () => change(deleteToken(token.id), t('common:done')),
    }),
    remove: (ids: readonly number[]) => change(deleteTokens(ids), t('tokens:batch.deleted', { count: ids.length })),
  };
}
