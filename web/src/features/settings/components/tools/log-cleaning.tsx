import { DeleteOutlined } from '@ant-design/icons';
import { App, Button, DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import { formatTime, timeFormat } from '../../../../lib/time.ts';
import { useConfirm } from '../../../../lib/use-confirm.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { cleanLog, useLogCleaning } from '../../api.ts';
import { CleaningProgress } from './cleaning-progress.tsx';
import styles from './tools.module.css';

const presets = [
  { text: 'settings:clean.month', days: 30 },
  { text: 'settings:clean.quarter', days: 90 },
  { text: 'settings:clean.halfYear', days: 180 },
] as const;

/** Deletes the usage log before a chosen time, and shows how far that is. */
export function LogCleaning() {
  const t = useText();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const feedback = useFeedback();
  const { data: cleaning, mutate } = useLogCleaning();
  const [before, setBefore] = useState<Dayjs | null>(null);
  const isRunning = cleaning?.finish_time === 0;

  async function clean(time: Dayjs) {
    try {
      const found = await cleanLog(time.unix());
      feedback.success(t('settings:clean.started', { count: found }));
      setBefore(null);
    } catch (error) {
      feedback.failure(error);
    }
    await mutate();
  }

  function ask() {
    if (before === null) return void message.error(t('settings:clean.timeNeeded'));
    confirm({
      title: t('settings:clean.confirm', { time: formatTime(before.unix()) }),
      content: t('settings:clean.confirmText'),
      okText: t('settings:clean.run'),
      onOk: () => clean(before),
    });
  }

  return (
    <div className={styles.tool}>
      <h3 className={styles.title}>{t('settings:clean.title')}</h3>
      <p className={styles.text}>{t('settings:clean.text')}</p>
      <div className={styles.line}>
        <DatePicker
          className={styles.field ?? ''}
          showTime
          value={before}
          format={timeFormat}
          placeholder={t('settings:clean.time')}
          aria-label={t('settings:clean.time')}
          presets={presets.map(({ text, days }) => ({ label: t(text), value: dayjs().subtract(days, 'day') }))}
          disabledDate={(day) => day.isAfter(dayjs())}
          onChange={setBefore}
        />
        <Button danger icon={<DeleteOutlined />} disabled={isRunning} onClick={ask}>
          {t('settings:clean.run')}
        </Button>
      </div>
      {cleaning && <CleaningProgress cleaning={cleaning} />}
    </div>
  );
}
