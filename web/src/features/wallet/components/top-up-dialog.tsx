import { Segmented } from 'antd';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useOffer } from '../api.ts';
import type { WalletQuery } from '../wallet-query.ts';
import { RedeemForm } from './redeem-form.tsx';
import styles from './top-up-dialog.module.css';
import { TopUpForm } from './top-up-form.tsx';
import { TopUpPlaceholder } from './top-up-placeholder.tsx';

type View = Exclude<WalletQuery['dialog'], ''>;

interface TopUpDialogProps {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly onClose: () => void;
  /** An order was made: it is to be shown until it is paid. */
  readonly onBegun: (reference: string) => void;
}

/** Credit by an online payment or by a code. */
export function TopUpDialog({ view, onView, onClose, onBegun }: TopUpDialogProps) {
  const t = useText();
  const { offer, error, retry } = useOffer();
  return (
    <Dialog open title={t('wallet:topUp')} width={600} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <Segmented<View>
        block
        className={styles.views ?? ''}
        aria-label={t('wallet:way')}
        value={view}
        onChange={onView}
        options={[
          { value: 'topup', label: t('wallet:way.online') },
          { value: 'redeem', label: t('wallet:way.code') },
        ]}
      />
      {offer === undefined ? (
        error === undefined ? (
          <TopUpPlaceholder />
        ) : (
          <ErrorState error={error} onRetry={retry} />
        )
      ) : view === 'topup' ? (
        <TopUpForm offer={offer} onBegun={onBegun} onUseCode={() => onView('redeem')} />
      ) : (
        <RedeemForm topUpLink={offer.topUpLink} onClose={onClose} />
      )}
    </Dialog>
  );
}
