import { ExportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Money } from '../../../components/money.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type OwnOrder, resumePayment } from '../api.ts';
import { openTab } from '../open-tab.ts';
import { postForm } from '../post-form.ts';
import styles from './awaited-payment.module.css';
import { TimeLeft } from './time-left.tsx';

/** An order that is paid on a page of its gateway, and the way there again. */
export function PagePayment({ order }: { order: OwnOrder }) {
  const t = useText();
  const feedback = useFeedback();
  const [busy, setBusy] = useState(false);

  async function open() {
    setBusy(true);
    try {
      if (order.processor === 'usdt') await openTab(async () => (await resumePayment(order.id)).url);
      else {
        const { url, fields } = await resumePayment(order.id);
        if (Object.keys(fields).length > 0) postForm(url, fields);
        else window.location.assign(url);
      }
    } catch (error) {
      feedback.failure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.step} aria-label={t('wallet:page.title')}>
      <p className={styles.due}>
        <Money amount={order.payable} currency={order.currency} />
      </p>
      <p className={styles.words}>{t(order.processor === 'usdt' ? 'wallet:page.tab' : 'wallet:page.text')}</p>
      <TimeLeft until={order.expires_at} />
      <Button type="primary" size="large" icon={<ExportOutlined />} loading={busy} onClick={() => void open()}>
        {t('wallet:page.open')}
      </Button>
    </section>
  );
}
