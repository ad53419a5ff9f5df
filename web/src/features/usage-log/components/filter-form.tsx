import { Button, DatePicker, Form, Input, InputNumber, Segmented, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useModelNames } from '../../../lib/catalogue.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { timeFormat } from '../../../lib/time.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { type LogQuery, periodOf, type Span, spans } from '../log-query.ts';
import styles from './log-filters.module.css';
import { logTypes } from './log-type.tsx';

interface Fields {
  span: Span | 'fixed';
  start: Dayjs | null;
  end: Dayjs | null;
  type: number;
  cost: string | null;
  token?: string;
  model?: string | undefined;
  group?: string;
  channel?: string;
  username?: string;
}

interface FilterFormProps {
  readonly query: LogQuery;
  readonly administrator: boolean;
  readonly onApply: (change: Partial<LogQuery>) => void;
}

const spanTexts: Record<Span, TextKey> = {
  today: 'log:span.today',
  day: 'log:span.day',
  week: 'log:span.week',
  month: 'log:span.month',
};

const moment = (seconds: number) => (seconds === 0 ? null : dayjs.unix(seconds));

export function FilterForm({ query, administrator, onApply }: FilterFormProps) {
  useReturnFocus();
  const t = useText();
  const models = useModelNames();
  const [form] = Form.useForm<Fields>();

  function apply({ span, start, end, type, cost, ...texts }: Fields) {
    const trimmed = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value?.trim() ?? '']));
    const period =
      span === 'fixed'
        ? { span: undefined, start: start?.unix() ?? 0, end: end?.unix() ?? 0 }
        : { span, ...periodOf(span, dayjs()) };
    onApply({ ...trimmed, ...period, type: type ?? 0, cost: cost ?? '' });
  }

  function showSpan(span: Span | 'fixed') {
    if (span === 'fixed') return;
    const { start, end } = periodOf(span, dayjs());
    form.setFieldsValue({ start: dayjs.unix(start), end: dayjs.unix(end) });
  }

  return (
    <search>
      <Form<Fields>
        form={form}
        layout="vertical"
        className={styles.form ?? ''}
        initialValues={{
          ...query,
          span: query.span ?? 'fixed',
          model: query.model || undefined,
          cost: query.cost || null,
          start: moment(query.start),
          end: moment(query.end),
        }}
        onFinish={apply}
        onValuesChange={(changed) => {
          if ('start' in changed || 'end' in changed) form.setFieldValue('span', 'fixed');
        }}
      >
        <div className={styles.spans}>
          <Form.Item name="span" noStyle>
            <Segmented<Span | 'fixed'>
              aria-label={t('log:filter.period')}
              onChange={showSpan}
              options={[
                ...spans.map((value) => ({ value, label: t(spanTexts[value]) })),
                { value: 'fixed', label: t('log:span.fixed') },
              ]}
            />
          </Form.Item>
        </div>
        <div className={styles.pair}>
          <Form.Item className={styles.date ?? ''} name="start" label={t('log:filter.start')}>
            <DatePicker showTime format={timeFormat} className={styles.wide ?? ''} />
          </Form.Item>
          <Form.Item className={styles.date ?? ''} name="end" label={t('log:filter.end')}>
            <DatePicker showTime format={timeFormat} className={styles.wide ?? ''} />
          </Form.Item>
          <Form.Item name="token" label={t('log:filter.token')}>
            <Input allowClear autoFocus />
          </Form.Item>
          <Form.Item name="model" label={t('log:filter.model')}>
            <Select
              allowClear
              showSearch
              options={models.map((name) => ({ value: name, label: <span className="code">{name}</span> }))}
            />
          </Form.Item>
          <Form.Item name="group" label={t('log:filter.group')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="type" label={t('log:filter.type')}>
            <Select
              options={[
                { value: 0, label: t('log:type.all') },
                ...Object.entries(logTypes).map(([value, { text }]) => ({ value: Number(value), label: t(text) })),
              ]}
            />
          </Form.Item>
          <Form.Item name="cost" label={t('log:filter.cost')}>
            <InputNumber stringMode min="0" max="999999999" precision={6} prefix="$" className={styles.wide ?? ''} />
          </Form.Item>
          {administrator && (
            <>
              <Form.Item name="username" label={t('log:filter.username')}>
                <Input allowClear />
              </Form.Item>
              <Form.Item
                name="channel"
                label={t('log:filter.channel')}
                rules={[{ pattern: /^\d*$/, message: t('log:filter.channelNumber') }]}
              >
                <Input allowClear inputMode="numeric" />
              </Form.Item>
            </>
          )}
        </div>
        <div className={styles.actions}>
          <Button
            onClick={() =>
              form.setFieldsValue({
                token: '',
                group: '',
                channel: '',
                username: '',
                type: 0,
                cost: null,
                model: undefined,
              })
            }
          >
            {t('log:filter.reset')}
          </Button>
          <Button type="primary" htmlType="submit">
            {t('log:filter.apply')}
          </Button>
        </div>
      </Form>
    </search>
  );
}
