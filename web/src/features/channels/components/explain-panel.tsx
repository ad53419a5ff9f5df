import { Button, Form, Input, Select } from 'antd';
import useSWR from 'swr';
import { ErrorState } from '../../../components/error-state.tsx';
import { useGroupNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { explainRouting, useKnownModels } from '../api.ts';
import { type AddressedQuestion, operations, toRoutingQuestion } from '../routing-question.ts';
import styles from './explain-panel.module.css';
import { ExplainResult } from './explain-result.tsx';
import { NameInput } from './name-input.tsx';

interface ExplainPanelProps {
  readonly asked: AddressedQuestion;
  readonly onAsk: (question: AddressedQuestion) => void;
}

/** Model, asker and operation; below, who would serve it and why others would not. */
export function ExplainPanel({ asked, onAsk }: ExplainPanelProps) {
  const t = useText();
  const models = useKnownModels();
  const groups = useGroupNames();
  const question = toRoutingQuestion(asked);
  const { data, error, isLoading, isValidating, mutate } = useSWR(
    question === undefined ? null : (['explain', question] as const),
    ([, known]) => explainRouting(known),
    { keepPreviousData: false },
  );

  function submit(values: Partial<AddressedQuestion>) {
    const next = { ...asked, ...values, ask: values.ask?.trim() ?? '', askGroup: values.askGroup ?? '' };
    if (JSON.stringify(next) === JSON.stringify(asked)) void mutate();
    else onAsk(next);
  }

  return (
    <div className={styles.panel}>
      <p className="quiet">{t('channels:explain.text')}</p>
      <Form<AddressedQuestion>
        layout="vertical"
        requiredMark={false}
        className={styles.form ?? ''}
        initialValues={{ ...asked, askGroup: asked.askGroup || undefined }}
        onFinish={submit}
      >
        <Form.Item
          name="ask"
          label={t('channels:explain.model')}
          rules={[{ required: true, whitespace: true, message: t('channels:explain.modelNeeded') }]}
        >
          <NameInput names={models} code autoFocus={asked.ask === ''} />
        </Form.Item>
        <Form.Item name="askOperation" label={t('channels:explain.operation')}>
          <Select
            showSearch
            options={operations.map((value) => ({ value, label: <span className="code">{value}</span> }))}
          />
        </Form.Item>
        <Form.Item name="askGroup" label={t('channels:filter.group')}>
          <Select
            allowClear
            placeholder={t('channels:explain.groupOfAsker')}
            options={groups.map((value) => ({ value, label: value }))}
          />
        </Form.Item>
        <Form.Item name="askToken" label={t('channels:explain.token')}>
          <Input inputMode="numeric" dir="ltr" />
        </Form.Item>
        <Form.Item name="askUser" label={t('channels:explain.user')}>
          <Input inputMode="numeric" dir="ltr" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isLoading || (isValidating && data !== undefined)}>
          {t('channels:explain.ask')}
        </Button>
      </Form>
      <div aria-live="polite">
        {data !== undefined && <ExplainResult explanation={data} model={asked.ask} />}
        {data === undefined && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      </div>
    </div>
  );
}
