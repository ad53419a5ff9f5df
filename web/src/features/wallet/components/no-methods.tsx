import { WalletOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useText } from '../../../lib/i18n.ts';

/** In place of the form where nothing can be paid with. */
export function NoMethods({ onUseCode }: { onUseCode: () => void }) {
  const t = useText();
  return (
    <EmptyState
      icon={<WalletOutlined />}
      title={t('wallet:noMethods')}
      description={t('wallet:noMethodsText')}
      action={
        <Button type="primary" onClick={onUseCode}>
          {t('wallet:useCode')}
        </Button>
      }
    />
  );
}
