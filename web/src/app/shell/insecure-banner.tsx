import { Alert } from 'antd';
import { useText } from '../../lib/i18n.ts';
import { useIsAdministrator } from '../../lib/session.ts';

/** Tells administrators what is missing when the console is served over plain http from another machine. */
export function InsecureBanner() {
  const t = useText();
  const administrator = useIsAdministrator();
  if (!administrator || window.isSecureContext) return null;
  return (
    <Alert type="warning" banner closable title={t('common:insecure.title')} description={t('common:insecure.text')} />
  );
}
