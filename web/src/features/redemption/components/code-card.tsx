import { Moment } from '../../../components/moment.tsx';
import { Quota } from '../../../components/quota.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import { NEVER } from '../api.ts';
import { CodeActions, type CodeRowProps } from './code-actions.tsx';
import { CodeStatus } from './code-status.tsx';
import { Redeemer } from './redeemer.tsx';

/** A code on a phone. */
export function CodeCard(props: CodeRowProps) {
  const t = useText();
  const { code } = props;
  return (
    <RecordCard
      title={code.name}
      actions={<CodeActions {...props} />}
      facts={[
        { label: t('redemption:column.id'), value: <span className="figures">{code.id}</span> },
        { label: t('redemption:column.status'), value: <CodeStatus code={code} /> },
        { label: t('redemption:column.quota'), value: <Quota value={code.quota} /> },
        { label: t('redemption:column.redeemer'), value: <Redeemer code={code} /> },
        { label: t('redemption:column.created'), value: <Moment seconds={code.created_time} age /> },
        {
          label: t('redemption:column.expires'),
          value: code.expired_time === NEVER ? t('redemption:never') : <Moment seconds={code.expired_time} age />,
        },
      ]}
    />
  );
}
