import { Moment } from '../../../components/moment.tsx';
import { Quota } from '../../../components/quota.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { NEVER } from '../../../lib/api-keys.ts';
import { useText } from '../../../lib/i18n.ts';
import { TokenActions } from './token-actions.tsx';
import type { TokenRowProps } from './token-columns.tsx';
import { Remaining, TokenGroup } from './token-figures.tsx';
import { TokenKey } from './token-key.tsx';
import { TokenLimits } from './token-limits.tsx';
import { TokenStatus } from './token-status.tsx';

/** A key on a phone. */
export function TokenCard(props: TokenRowProps) {
  const t = useText();
  const { token } = props;
  return (
    <RecordCard
      title={token.name}
      actions={<TokenActions {...props} />}
      facts={[
        { label: t('tokens:column.status'), value: <TokenStatus status={token.status} /> },
        { label: t('tokens:column.used'), value: <Quota value={token.used_quota} /> },
        { label: t('tokens:column.remaining'), value: <Remaining token={token} /> },
        { label: t('tokens:column.group'), value: <TokenGroup group={token.group} /> },
        {
          label: t('tokens:column.lastUsed'),
          value: token.accessed_time > 0 ? <Moment seconds={token.accessed_time} age /> : t('tokens:notUsed'),
        },
        {
          label: t('tokens:column.expires'),
          value: token.expired_time === NEVER ? t('tokens:never') : <Moment seconds={token.expired_time} age />,
        },
      ]}
    >
      <TokenLimits token={token} />
      <TokenKey {...props} />
    </RecordCard>
  );
}
