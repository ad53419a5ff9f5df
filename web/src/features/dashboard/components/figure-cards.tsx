import { useText } from '../../../lib/i18n.ts';
import type { UsageFigures, UsageSummary } from '../api.ts';
import { cacheShareOf, marginShareOf, successOf } from '../compare.ts';
import { FigureCard } from './figure-card.tsx';
import styles from './figure-cards.module.css';
import { useFigureText } from './use-figure-text.ts';

interface FigureCardsProps {
  /** Undefined while it is loading. */
  readonly summary: UsageSummary | undefined;
  /** Begins of all stretches of the period. */
  readonly stretches: readonly number[];
  readonly isAdministrator: boolean;
}

/** The figures of the period, each with its change and its course. */
export function FigureCards({ summary, stretches, isAdministrator }: FigureCardsProps) {
  const t = useText();
  const text = useFigureText();
  const now = summary?.current;
  const before = summary?.previous;
  const byTime = new Map(summary?.points.map((point) => [point.created_at, point]));
  const trend = (read: (figures: UsageFigures) => number | null | undefined, absent: number | null) =>
    stretches.map((at) => {
      const point = byTime.get(at);
      return point === undefined ? absent : (read(point) ?? null);
    });
  const both = <Result,>(write: (now: UsageFigures, before: UsageFigures) => Result) =>
    now && before && write(now, before);
  const margin = ({ quota, cost = 0 }: UsageFigures) => quota - cost;

  return (
    <dl className={styles.cards}>
      <FigureCard
        title={isAdministrator ? t('dashboard:card.charged') : t('dashboard:card.spend')}
        wide={!isAdministrator}
        value={now && text.spend(now.quota)}
        change={both((a, b) => text.relative(a.quota, b.quota, text.spend))}
        trend={trend(({ quota }) => quota, 0)}
      />
      {isAdministrator && (
        <FigureCard
          title={t('dashboard:card.margin')}
          hint={t('dashboard:margin.text')}
          value={now && text.spend(margin(now))}
          detail={now && text.share(marginShareOf(now))}
          change={both((a, b) => text.ofShare(marginShareOf(a), marginShareOf(b)))}
          trend={trend(margin, 0)}
        />
      )}
      <FigureCard
        title={t('dashboard:card.requests')}
        value={now && text.count(now.count)}
        change={both((a, b) => text.relative(a.count, b.count, text.count))}
        trend={trend(({ count }) => count, 0)}
      />
      <FigureCard
        title={t('dashboard:card.tokens')}
        value={now && text.compact(now.token_used)}
        detail={
          now &&
          t('dashboard:card.inAndOut', {
            input: text.compact(now.prompt_tokens),
            output: text.compact(now.completion_tokens),
          })
        }
        change={both((a, b) => text.relative(a.token_used, b.token_used, text.compact))}
        trend={trend(({ token_used: tokens }) => tokens, 0)}
      />
      <FigureCard
        title={t('dashboard:card.success')}
        hint={t('dashboard:card.successHint')}
        value={now && text.share(successOf(now))}
        detail={now && t('dashboard:card.failed', { count: text.count(now.failed) })}
        change={both((a, b) => text.ofShare(successOf(a), successOf(b)))}
        trend={trend(successOf, null)}
      />
      <FigureCard
        title={t('dashboard:card.latency')}
        hint={t('dashboard:card.percentiles')}
        value={now && text.time(now.duration.p50)}
        detail={now && t('dashboard:card.p95', { time: text.time(now.duration.p95) })}
        change={both((a, b) => text.relative(a.duration.p50, b.duration.p50, text.time, 'less'))}
        trend={trend(({ duration }) => duration.p50, null)}
      />
      <FigureCard
        title={t('dashboard:card.firstToken')}
        hint={t('dashboard:card.percentiles')}
        value={now && text.time(now.first_byte.p50)}
        detail={now && t('dashboard:card.p95', { time: text.time(now.first_byte.p95) })}
        change={both((a, b) => text.relative(a.first_byte.p50, b.first_byte.p50, text.time, 'less'))}
        trend={trend(({ first_byte: firstByte }) => firstByte.p50, null)}
      />
      <FigureCard
        title={t('dashboard:card.cache')}
        hint={t('dashboard:cache.text')}
        value={now && text.share(cacheShareOf(now))}
        detail={now && text.compact(now.cached_tokens)}
        change={both((a, b) => text.ofShare(cacheShareOf(a), cacheShareOf(b)))}
        trend={trend(cacheShareOf, null)}
      />
    </dl>
  );
}
