import { Button, DatePicker, Form, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useModelNames } from '../../../lib/catalogue.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { timeFormat } from '../../../lib/time.ts';
import type { LogQuery } from '../use-log-query.ts';
import styles from './log-filters.module.css';
import { logTypes } from './log-type.tsx';

interface Fields {
  start: Dayjs | null;
  end: Dayjs | null;
  type: number;
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

const spans: readonly { text: TextKey; from: () => Dayjs }[] = [
  { text: 'log:span.today', from: () => dayjs().startOf('day') },
  { text: 'log:span.day', from: () => dayjs().subtract(24, 'hour') },
  { text: 'log:span.week', from: () => dayjs().subtract(7, 'day') },
  { text: 'log:span.month', from: () => dayjs().subtract(30, 'day') },
];

export function FilterForm({ query, administrator, onApply }: FilterFormProps) {
  const t = useText();
  const models = useModelNames();
  const [form] = Form.useForm<Fields>();

  function apply({ start, end, type, ...texts }: Fields) {
    const trimmed = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value?.trim() ?? '']));
    onApply({ ...trimmed, type: type ?? 0, start: start?.unix() ?? 0, end: end?.unix() ?? 0 });
  }

  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      className={styles.form ?? ''}
      initialValues={{
        ...query,
        model: query.model || undefined,
        start: query.start === 0 ? null : dayjs.unix(query.start),
        end: query.end === 0 ? null : dayjs.unix(query.end),
      }}
      onFinish={apply}
    >
      <div className={styles.spans}>
        {spans.map(({ text, from }) => (
          <Button
            key={text}
            size="small"
            onClick={() => form.setFieldsValue({ start: from(), end: dayjs().add(1, 'hour') })}
          >
            {t(text)}
          </Button>
        ))}
      </div>
      <div className={styles.pair}>
        <Form.Item className={styles.date ?? ''} name="start" label={t('log:filter.start')}>
          <DatePicker showTime format={timeFormat} className={styles.wide ?? ''} />
        </Form.Item>
        <Form.Item className={styles.date ?? ''} name="end" label={t('log:filter.end')}>
          <DatePicker showTime format={timeFormat} className={styles.wide ?? ''} />
        </Form.Item>
        <Form.Item name="token" label={t('log:filter.token')}>
          <Input allowClear />
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
        {administrator && (
          <>
            <Form.Item
              name="channel"
              label={t('log:filter.channel')}
              rules={[{ pattern: /^\d*$/, message: t('log:filter.channelNumber') }]}
            >
              <Input allowClear inputMode="numeric" />
            </Form.Item>
            <Form.Item name="username" label={t('log:filter.username')}>
              <Input allowClear />
            </Form.Item>
          </>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          onClick={() =>
            form.setFieldsValue({ token: '', group: '', channel: '', username: '', type: 0, model: undefined })
          }
        >
          {t('log:filter.reset')}
        </Button>
        <Button type="primary" htmlType="submit">
          {t('log:filter.apply')}
        </Button>
      </div>
    </Form>
  );
}
