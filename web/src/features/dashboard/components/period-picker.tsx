import { DatePicker, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { Bucket } from '../../../components/chart/stretch.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { type DashboardQuery, type Span, spans } from '../dashboard-query.ts';
import styles from './period-picker.module.css';

const spanTexts: Record<Span, TextKey> = {
  today: 'dashboard:span.today',
  '7d': 'dashboard:span.week',
  '30d': 'dashboard:span.month',
  '90d': 'dashboard:span.quarter',
};

const bucketTexts: Record<Bucket, TextKey> = {
  hour: 'dashboard:bucket.hour',
  day: 'dashboard:bucket.day',
  week: 'dashboard:bucket.week',
};

interface PeriodPickerProps {
  readonly query: DashboardQuery;
  /** Steps to choose from. */
  readonly buckets: readonly Bucket[];
  readonly onPeriod: (period: Span | readonly [Dayjs, Dayjs]) => void;
  readonly onBucket: (bucket: Bucket) => void;
}

/** Of which time, and in which steps. */
export function PeriodPicker({ query, buckets, onPeriod, onBucket }: PeriodPickerProps) {
  const t = useText();
  const { span, start, end, bucket } = query;
  const days: [Dayjs, Dayjs] = [dayjs.unix(start), end === 0 ? dayjs() : dayjs.unix(end)];
  const lastMonth = dayjs().subtract(1, 'month');
  return (
    <div className={styles.picker}>
      <Segmented<Span | ''>
        aria-label={t('dashboard:span.label')}
        value={span ?? ''}
        onChange={(value) => {
          if (value !== '') onPeriod(value);
        }}
        options={spans.map((value) => ({ value, label: t(spanTexts[value]) }))}
      />
      <DatePicker.RangePicker
        className={styles.range ?? ''}
        aria-label={t('dashboard:span.days')}
        value={days}
        allowClear={false}
        maxDate={dayjs()}
        presets={[
          { label: t('dashboard:span.thisMonth'), value: [dayjs().startOf('month'), dayjs()] },
          { label: t('dashboard:span.lastMonth'), value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
        ]}
        onChange={(range) => {
          if (range?.[0] && range[1]) onPeriod([range[0], range[1]]);
        }}
      />
      {buckets.length > 1 && (
        <Segmented<Bucket>
          aria-label={t('dashboard:bucket.label')}
          value={bucket}
          onChange={onBucket}
          options={buckets.map((value) => ({ value, label: t(bucketTexts[value]) }))}
        />
      )}
    </div>
  );
}
