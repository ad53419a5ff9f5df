import { Tooltip } from 'antd';
import { Link } from 'react-router-dom';
import { Bone } from '../../../components/bone.tsx';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { localeOf } from '../../../lib/numbers.ts';
import { formatCost } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { type Answer, speedOf } from '../conversation.ts';
import styles from './answer-figures.module.css';

/** What an answer took: time to the first words, in all, speed, tokens, and what was charged. */
export function AnswerFigures({ answer }: { answer: Answer }) {
  const t = useText();
  const language = useLanguage();
  const seconds = (ms: number) =>
    new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(ms / 1000);
  const { count } = useNumbers();
  const { usage, firstPartMs, totalMs } = answer;
  const speed = speedOf(answer);
  const figures = [
    ...(firstPartMs === undefined
      ? []
      : [
          {
            label: t('playground:figure.first'),
            text: t('playground:figure.seconds', { seconds: seconds(firstPartMs) }),
          },
        ]),
    ...(totalMs === undefined
      ? []
      : [{ label: t('playground:figure.total'), text: t('playground:figure.seconds', { seconds: seconds(totalMs) }) }]),
    ...(speed === undefined
      ? []
      : [
          {
            label: t('playground:figure.speed'),
            text: t('playground:figure.perSecond', { count: count(speed) }),
          },
        ]),
    ...(usage.input === undefined && usage.output === undefined
      ? []
      : [
          {
            label: t('playground:figure.tokens'),
            text: `${count(usage.input ?? 0)} → ${count(usage.output ?? 0)}`,
            detail: [
              ...(usage.cached ? [t('playground:figure.cached', { count: count(usage.cached) })] : []),
              ...(usage.reasoning ? [t('playground:figure.reasoning', { count: count(usage.reasoning) })] : []),
            ].join(' · '),
          },
        ]),
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, text, ...rest }) => (
        <div key={label}>
          <dt className={styles.label}>{label}</dt>
          <dd className="figures">
            <Tooltip title={'detail' in rest && rest.detail !== '' ? rest.detail : undefined}>
              <span>{text}</span>
            </Tooltip>
          </dd>
        </div>
      ))}
      {answer.requestId !== undefined && answer.charge !== null && (
        <div>
          <dt className={styles.label}>{t('playground:figure.cost')}</dt>
          <dd className="figures">
            <Cost charge={answer.charge} requestId={answer.requestId} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Cost({ charge, requestId }: { charge: number | undefined; requestId: string }) {
  const { quotaPerUnit } = useQuotaDisplay();
  if (charge === undefined) return <Bone widthPx={64} heightPx={12} />;
  return <Link to={`/log?request=${encodeURIComponent(requestId)}`}>{formatCost(charge, quotaPerUnit)}</Link>;
}
