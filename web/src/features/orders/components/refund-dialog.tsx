import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../../lib/http.ts';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { formatMoney } from '../../../lib/money.ts';
import { requestId } from '../../../lib/request-id.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type OrderFile, refundOrder } from '../api.ts';
import { isRefundable, refundableAmount, refundsByHand, refundsWholeOnly, surplusAmount } from '../decisions.ts';
import styles from './decision-dialog.module.css';
import { DecisionDialog } from './decision-dialog.tsx';

interface RefundDialogProps {
  readonly file: OrderFile;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface Fields {
  readonly amount: string;
  readonly reason: string;
}

/** Sends the payer's money back and takes its part of the credit. */
export function RefundDialog({ file: { order, received }, onClose, onDone }: RefundDialogProps) {
  const t = useText();
  const language = useLanguage();
  const feedback = useFeedback();
  const [form] = Form.useForm<Fields>();
  const [id, setId] = useState(requestId);
  const most = refundableAmount(order, received);
  const surplus = refundsWholeOnly(order) ? undefined : surplusAmount(order, received);
  const first = surplus ?? most;
  const amount = Form.useWatch('amount', form) ?? first;
  const shown = formatMoney(isRefundable(amount, most) ? amount : most, order.currency, language);

  async function refund({ amount, reason }: Fields) {
    try {
      const { state } = await refundOrder(order.order_id, { amount, reason, request_id: id });
      feedback.success(t(state === 'asked' ? 'orders:refund.doneAsked' : 'orders:refund.done'));
      onDone();
    } catch (error) {
      // After a no the next try is another refund; without an answer it is the same one.
      if (error instanceof ApiError && error.status === 200) setId(requestId());
      throw error;
    }
  }

  return (
    <DecisionDialog<Fields>
      title={t('orders:refund.title')}
      words={t('orders:refund.text')}
      notices={
        <>
          {refundsByHand(order) && (
            <Alert className={styles.notice ?? ''} type="warning" showIcon title={t('orders:refund.byHand')} />
          )}
          {surplus !== undefined && (
            <Alert
              className={styles.notice ?? ''}
              type="info"
              showIcon
              title={t('orders:refund.surplus', { amount: formatMoney(surplus, order.currency, language) })}
            />
          )}
        </>
      }
      okText={t('orders:refund.ok', { amount: shown })}
      danger
      form={form}
      initialValues={{ amount: first }}
      fields={
        <Form.Item
          name="amount"
          label={t('orders:refund.amount')}
          extra={t(refundsWholeOnly(order) ? 'orders:refund.wholeOnly' : 'orders:refund.most', {
            amount: formatMoney(most, order.currency, language),
          })}
          rules={[
            {
              validator: (_, value: string) =>
                isRefundable(value, most) ? Promise.resolve() : Promise.reject(new Error(t('orders:amountWrong'))),
            },
          ]}
        >
          <Input autoFocus dir="ltr" inputMode="decimal" suffix={order.currency} disabled={refundsWholeOnly(order)} />
        </Form.Item>
      }
      startsAtReason={refundsWholeOnly(order)}
      onDecide={refund}
      onClose={onClose}
    />
  );
}
