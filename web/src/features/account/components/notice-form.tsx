import { Alert, App, Button, Form, Input, Radio, Switch } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { AmountInput } from '../../../components/amount-input.tsx';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import type { Self } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { changeSettings } from '../api.ts';
import {
  changedWishes,
  type NoticeForm as Fields,
  formFromWishes,
  thresholdOf,
  type WarnWhen,
} from '../notice-form.ts';
import { withSection } from '../sections.ts';
import styles from './notice-form.module.css';
import { SecretDialog } from './secret-dialog.tsx';

/** Threshold, mail and webhook. The secret of the webhook is shown once, when it is made. */
export function NoticeForm({ self }: { self: Self }) {
  const t = useText();
  const feedback = useFeedback();
  const { modal } = App.useApp();
  const { mutate } = useSWRConfig();
  const display = useQuotaDisplay();
  const [search] = useSearchParams();
  const [form] = Form.useForm<Fields>();
  const [dirty, setDirty] = useState(false);
  const { attempt, busy, refusal } = useAttempt();
  const [secret, setSecret] = useState<string>();
  const when = Form.useWatch('when', form);
  useUnsavedGuard(dirty);

  function isChanged(values: Fields): boolean {
    const isUnfinished = thresholdOf(values, display) === undefined;
    return isUnfinished || Object.keys(changedWishes(self, values, display)).length > 0;
  }

  async function save(values: Fields) {
    await attempt(async () => {
      const made = await changeSettings(changedWishes(self, values, display));
      flushSync(() => setDirty(false));
      await mutate('/api/user/self');
      feedback.success(t('common:saved'));
      if (made !== '') setSecret(made);
    });
  }

  const confirmRenewal = () =>
    modal.confirm({
      title: t('account:notices.renewTitle'),
      content: t('account:notices.renewText'),
      okText: t('account:notices.renew'),
      cancelText: t('common:cancel'),
      onOk: async () => {
        try {
          setSecret(await changeSettings({ renew_notify_secret: true }));
        } catch (error) {
          feedback.failure(error);
        }
      },
    });

  const choices: readonly { value: WarnWhen; label: string }[] = [
    { value: 'site', label: t('account:notices.site') },
    { value: 'below', label: t('account:notices.below') },
    { value: 'never', label: t('account:notices.never') },
  ];

  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark={false}
      className={styles.form ?? ''}
      initialValues={formFromWishes(self, display)}
      onValuesChange={(_, values: Fields) => setDirty(isChanged(values))}
      onFinish={(values) => void save(values)}
    >
      {refusal !== undefined && (
        <Form.Item>
          <Alert type="error" showIcon title={refusal} />
        </Form.Item>
      )}
      <Form.Item name="when" label={t('account:notices.when')}>
        <Radio.Group className={styles.choices ?? ''} options={[...choices]} />
      </Form.Item>
      {when === 'below' && (
        <Form.Item
          name="amount"
          className={styles.amount ?? ''}
          label={t('account:notices.amount')}
          dependencies={['when']}
          rules={[
            {
              validator: (_, amount: string | null) =>
                thresholdOf({ when: 'below', amount }, display) === undefined
                  ? Promise.reject(new Error(t('account:notices.amountNeeded')))
                  : Promise.resolve(),
            },
          ]}
        >
          <AmountInput />
        </Form.Item>
      )}
      <Form.Item
        name="email"
        label={t('account:notices.email')}
        valuePropName="checked"
        extra={
          self.email === '' ? (
            <>
              {t('account:notices.noEmail')}{' '}
              <Link to={{ search: withSection(search, 'bindings') }}>{t('account:bind')}</Link>
            </>
          ) : (
            t('account:notices.emailTo', { email: self.email })
          )
        }
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="webhook"
        label={t('account:notices.webhook')}
        extra={t('account:notices.webhookHint')}
        rules={[{ pattern: /^\s*(https:\/\/\S+)?\s*$/, message: t('account:notices.webhookWrong') }]}
      >
        <Input dir="ltr" inputMode="url" spellCheck={false} placeholder="https://hooks.example.com/notices" />
      </Form.Item>
      <div className={styles.actions}>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty}>
          {t('common:save')}
        </Button>
        {self.notify_webhook !== '' && <Button onClick={confirmRenewal}>{t('account:notices.renew')}</Button>}
      </div>
      <SecretDialog
        title={t('account:notices.secret')}
        text={t('account:notices.secretText')}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </Form>
  );
}
