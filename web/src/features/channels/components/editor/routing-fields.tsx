import { Form, InputNumber, Select, Switch } from 'antd';
import { useGroupNames } from '../../../../lib/catalogue.ts';
import { useText } from '../../../../lib/i18n.ts';
import { LEAST_PRIORITY, useTagNames } from '../../api.ts';
import { NameInput } from '../name-input.tsx';
import styles from './channel-form-view.module.css';

/** Who may use the channel, and when it is chosen before others. */
export function RoutingFields() {
  const t = useText();
  const groups = useGroupNames();
  const tags = useTagNames();
  return (
    <>
      <h2 className={styles.section}>{t('channels:routing')}</h2>
      <Form.Item
        name="groups"
        label={t('channels:field.groups')}
        extra={t('channels:field.groupsHint')}
        rules={[{ required: true, type: 'array', min: 1, message: t('channels:groupsNeeded') }]}
      >
        <Select mode="multiple" options={groups.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item name="priority" label={t('channels:field.priority')} extra={t('channels:field.priorityHint')}>
          <InputNumber min={LEAST_PRIORITY} precision={0} className={styles.wide ?? ''} />
        </Form.Item>
        <Form.Item name="weight" label={t('channels:field.weight')} extra={t('channels:field.weightHint')}>
          <InputNumber min={0} precision={0} className={styles.wide ?? ''} />
        </Form.Item>
      </div>
      <Form.Item name="tag" label={t('channels:field.tag')} extra={t('channels:field.tagHint')}>
        <NameInput names={tags} />
      </Form.Item>
      <Form.Item
        name="autoBan"
        label={t('channels:field.autoBan')}
        extra={t('channels:field.autoBanHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  );
}
