import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { redeem, useRefreshWallet } from '../api.ts';
import { Arrived } from './arrived.tsx';
import styles from './redeem-form.module.css';

interface RedeemFormProps {
  /** A shop where codes are sold; empty: none. */
  readonly topUpLink: string;
  readonly onClose: () => void;
}

interface Fields {
  readonly code: string;
}

/** Credit by a code. */
export function RedeemForm({ topUpLink, onClose }: RedeemFormProps) {
  const t = useText();
  const refresh = useRefreshWallet();
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<number>();

  async function submit({ code }: Fields) {
    setBusy(true);
    try {
      const quota = await redeem(code.trim());
      await refresh();
      setAdded(quota);
    } catch (error) {
      form.setFields([{ name: 'code', errors: [failureText(error, t)] }]);
    } finally {
      setBusy(false);
    }
  }

  if (added !== undefined) {
    return (
      <Arrived title={t('wallet:redeem.done')} quota={added}>
        <Button type="primary" onClick={onClose} autoFocus>
          {t('wallet:done')}
        </Button>
        <Button
          onClick={() => {
            form.resetFields();
            setAdded(undefined);
          }}
        >
          {t('wallet:redeem.another')}
        </Button>
      </Arrived>
    );
  }
  return (
    <Form<Fields> form={form} layout="vertical" requiredMark={false} onFinish={(fields) => void submit(fields)}>
      <Form.Item
        name="code"
        label={t('wallet:redeem.code')}
        rules={[{ required: true, whitespace: true, message: t('wallet:redeem.needed') }]}
      >
        <Input
          className={styles.code ?? ''}
          size="large"
          dir="ltr"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t('wallet:redeem.placeholder')}
        />
      </Form.Item>
      <Button type="primary" size="large" block htmlType="submit" loading={busy}>
        {t('wallet:redeem')}
      </Button>
      <p className={styles.shop}>
        {topUpLink === '' ? (
          t('wallet:noTopUpLink')
        ) : (
          <>
            {t('wallet:redeem.none')}{' '}
            <a href={topUpLink} target="_blank" rel="noreferrer">
              {t('wallet:topUpLink')}
            </a>
          </>
        )}
      </p>
    </Form>
  );
}
