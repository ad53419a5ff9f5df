import { type Decimal, toFixed } from '../../../lib/decimal.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { formatCost } from '../../../lib/quota.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import type { LogRow } from '../api.ts';
import { type CostKind, costOf } from '../cost.ts';
import type { LogOther } from '../log-other.ts';
import styles from './log-details.module.css';

export const costKinds: Record<CostKind, TextKey> = {
  input: 'log:kind.input',
  cacheRead: 'log:kind.cacheRead',
  cacheWrite: 'log:kind.cacheWrite',
  cacheWrite1h: 'log:kind.cacheWrite1h',
  audioInput: 'log:kind.audioInput',
  imageInput: 'log:kind.imageInput',
  output: 'log:kind.output',
  audioOutput: 'log:kind.audioOutput',
  imageOutput: 'log:kind.imageOutput',
  perCall: 'log:kind.perCall',
  perSecond: 'log:kind.perSecond',
  perMinute: 'log:kind.perMinute',
  perMillionCharacters: 'log:kind.perMillionCharacters',
  tool: 'log:kind.tool',
};

const units: Partial<Record<CostKind, TextKey>> = {
  perCall: 'log:unit.call',
  perSecond: 'log:unit.second',
  perMinute: 'log:unit.minute',
  tool: 'log:unit.thousandCalls',
};

/** Prices that stood in for the standard ones. */
const tiers: Readonly<Record<string, TextKey>> = {
  longContext: 'log:tier.longContext',
  offPeak: 'log:tier.offPeak',
};

function dollars(amount: Decimal): string {
  const text = toFixed(amount);
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}

/** Every factor of a charge and its sum. */
export function CostTable({ row, other }: { row: LogRow; other: LogOther }) {
  const t = useText();
  const { quotaPerUnit } = useQuotaDisplay();
  const cost = costOf(row, other, quotaPerUnit);
  const tier = tiers[other.card?.tier ?? ''];
  return (
    <>
      {cost === undefined ? (
        <p className="quiet">
          <bdi>{row.content || t('log:cost.none')}</bdi>
        </p>
      ) : (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <th>{t('log:cost.part')}</th>
                <th>{t('log:cost.count')}</th>
                <th>{t('log:cost.price')}</th>
                <th>{t('log:cost.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {cost.lines.map(({ kind, tool, count, price, factors, amount }) => (
                <tr key={tool ?? kind}>
                  <td>
                    {t(costKinds[kind])} {tool !== undefined && <span className="code">{tool}</span>}
                  </td>
                  <td>
                    <span className="figures">{count.toLocaleString('en')}</span>
                  </td>
                  <td>
                    <span className="figures">
                      ${[price, ...factors].join(' × ')}{' '}
                      <span className="quiet">{t(units[kind] ?? 'log:unit.million')}</span>
                    </span>
                  </td>
                  <td>
                    <span className="figures">{dollars(amount)}</span>
                  </td>
                </tr>
              ))}
              {cost.rounding.units !== 0n && (
                <tr>
                  <td colSpan={3}>{t('log:cost.rounding')}</td>
                  <td>
                    <span className="figures">{dollars(cost.rounding)}</span>
                  </td>
                </tr>
              )}
            </tbody>
            <tfoot>
              <tr>
                <td colSpan={3}>{t('log:cost.charged')}</td>
                <td>
                  <span className="figures">{formatCost(row.quota, quotaPerUnit)}</span>
                </td>
              </tr>
            </tfoot>
          </table>
          <p className={styles.formula}>
            <span className="code">{cost.formula}</span>
          </p>
          {tier !== undefined && <p className={styles.note}>{t(tier)}</p>}
          <Ratios other={other} groupRatio={cost.groupRatio} />
        </>
      )}
      <p className={styles.note}>{t('log:cost.note')}</p>
    </>
  );
}

function Ratios({ other, groupRatio }: { other: LogOther; groupRatio: string }) {
  const t = useText();
  const { size, size_ratio, quality, quality_ratio, service_tier, service_tier_ratio } = other;
  const ratios: [TextKey, number | string | undefined][] = [
    ['log:ratio.group', groupRatio],
    ['log:ratio.size', size_ratio && `${size ?? ''} ${size_ratio}`],
    ['log:ratio.quality', quality_ratio && `${quality ?? ''} ${quality_ratio}`],
    ['log:ratio.serviceTier', service_tier_ratio && `${service_tier ?? ''} ${service_tier_ratio}`],
    ['log:ratio.model', other.model_ratio],
    ['log:ratio.completion', other.completion_ratio],
    ['log:ratio.cache', other.cache_ratio],
  ];
  return (
    <p className={styles.note}>
      {ratios
        .filter(([, value]) => value !== undefined)
        .map(([label, value], index) => (
          <span key={label}>
            {index > 0 && ' · '}
            {t(label)} <span className="figures">{value}</span>
          </span>
        ))}
    </p>
  );
}
