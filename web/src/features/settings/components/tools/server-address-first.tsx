import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { useText } from '../../../../lib/i18n.ts';
import { useEditing } from '../../editing/editing.tsx';

/** Payment needs an address that processors can call. */
export function ServerAddressFirst() {
  const t = useText();
  const { states } = useEditing();
  if (states?.get('ServerAddress')?.saved !== '') return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('settings:serverAddressFirst')}
      action={
        <Link to={{ search: '?tab=system', hash: 'ServerAddress' }}>{t('settings:serverAddressFirst.open')}</Link>
      }
    />
  );
}
