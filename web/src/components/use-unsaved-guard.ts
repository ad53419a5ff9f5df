import { App } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useText } from '../lib/i18n.ts';

/** While `dirty`, leaving for another address asks first. */
export function useUnsavedGuard(dirty: boolean): void {
  const { modal } = App.useApp();
  const t = useText();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && (from.pathname !== to.pathname || from.search !== to.search),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    modal.confirm({
      title: t('common:unsaved.title'),
      content: t('common:unsaved.text'),
      okText: t('common:unsaved.discard'),
      okButtonProps: { danger: true },
      cancelText: t('common:unsaved.stay'),
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
  }, [blocker, modal, t]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
