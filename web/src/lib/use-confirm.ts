import { App, type ModalFuncProps } from 'antd';
import { useText } from './i18n.ts';

type Question = Pick<ModalFuncProps, 'title' | 'content' | 'okText' | 'onOk'>;

/** Asks before something that cannot be undone; the red button says "Delete" unless `okText` says otherwise. */
export function useConfirm(): (question: Question) => void {
  const t = useText();
  const { modal } = App.useApp();
  return (question) =>
    void modal.confirm({
      okText: t('common:delete'),
      okButtonProps: { danger: true },
      cancelText: t('common:cancel'),
      ...question,
    });
}
