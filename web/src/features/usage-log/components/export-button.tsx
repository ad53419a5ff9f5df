import { DownloadOutlined, StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { exportLog, type LogFilter } from '../api.ts';

const bytesPerMegabyte = 1_000_000;

/** Every row of the filter as CSV. While it comes the button says how much has, and stops it. */
export function ExportButton({ filter, administrator }: { filter: LogFilter; administrator: boolean }) {
  const t = useText();
  const feedback = useFeedback();
  const [bytes, setBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const control = new AbortController();
    running.current = control;
    setBytes(0);
    try {
      await exportLog(filter, administrator, control.signal, setBytes);
      feedback.success(t('log:export.done'));
    } catch (error) {
      if (!control.signal.aborted) feedback.failure(error);
    } finally {
      setBytes(undefined);
    }
  }

  if (bytes === undefined) {
    return (
      <Button icon={<DownloadOutlined />} onClick={() => void start()}>
        {t('log:export.start')}
      </Button>
    );
  }
  return (
    <>
      <Button icon={<StopOutlined />} onClick={() => running.current?.abort()}>
        {t('log:export.stop', { size: (bytes / bytesPerMegabyte).toFixed(1) })}
      </Button>
      <span className="visually-hidden" role="status">
        {t('common:loading')}
      </span>
    </>
  );
}
